import { expect, it } from 'vitest'
import { errorCode } from '../../../test/failures.ts'
import { badRequest } from './bad-request.ts'

const fault = (statusCode: number, message: string) => badRequest(Object.assign(new Error(message), { statusCode }))

it('what Fastify refuses by itself is an error of the catalogue, and a failure of the server is not', () => {
  expect(fault(400, 'Request body size did not match Content-Length')).toMatchObject({
    code: errorCode('invalid-request'),
    parameters: { reason: 'Request body size did not match Content-Length' },
  })
  expect(fault(400, 'Body is not valid JSON')).toMatchObject({ code: 'unreadable-body' })
  expect(fault(413, 'Request body is too large')).toMatchObject({ code: 'body-too-large' })
  expect(fault(403, 'Forbidden')).toMatchObject({ code: 'unknown-path' })
  expect(fault(500, 'no table')).toBeNull()
  expect(badRequest(new Error('no table'))).toBeNull()
})
