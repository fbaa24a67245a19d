import { expect, it } from 'vitest'
import { z } from 'zod'
import { errorCode } from '../../../test/failures.ts'
import { expectedError, FolderGone, invalidRequest, rejectNul, storageFault, unknownAddress } from './index.ts'

it.each([
  [{ code: 'ENOSPC' }, errorCode('disk-full')],
  [{ code: '53100' }, errorCode('disk-full')],
  [{ code: 'SQLITE_BUSY' }, errorCode('database-locked')],
  [{ code: 'EROFS' }, errorCode('data-folder-read-only')],
  [new FolderGone('/srv/fleetglass'), errorCode('data-folder-gone')],
  [{ code: 'ECONNREFUSED' }, errorCode('database-silent')],
  [new Error('Connection terminated unexpectedly'), errorCode('database-silent')],
])('%j says why nothing can be stored', (error, code) => {
  expect(storageFault(error)).toMatchObject({ code, kind: 'unavailable' })
  expect(expectedError(error)).toMatchObject({ code })
})

it('[ERR0-06] what nobody expects is an internal error that says nothing of itself', () => {
  const reported = expectedError(new Error('no such table: users at /srv/fleetglass'))
  expect(reported).toMatchObject({ code: 'internal' })
  expect(reported.message).not.toMatch(/table|srv/)
})

it('a NUL character in the name of a field is refused, at the top and below', () => {
  expect(() => rejectNul({ 'na\0me': 1 })).toThrow(
    expect.objectContaining({ code: errorCode('nul-character-in-name') }),
  )
  expect(() => rejectNul({ outer: { 'na\0me': 1 } })).toThrow(expect.objectContaining({ code: 'nul-character' }))
})

it('what a schema finds wrong with the whole of a request names no field', () => {
  const range = z.object({ start: z.int(), end: z.int() }).refine(({ start, end }) => start < end, 'the range is empty')
  const whole = range.safeParse({ start: 2, end: 1 })
  const field = range.safeParse({ start: 2, end: 'x' })
  if (whole.success || field.success) throw new Error('the schema takes anything')
  const reason = 'the range is empty'
  expect(invalidRequest(whole.error)).toMatchObject({ code: errorCode('invalid-body'), parameters: { reason } })
  expect(invalidRequest(field.error)).toMatchObject({ code: 'invalid-field', parameters: { field: 'end' } })
  expect(unknownAddress(whole.error)).toMatchObject({ code: errorCode('unknown-address'), parameters: { reason } })
})
