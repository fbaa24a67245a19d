import { afterEach, describe, expect, it } from 'vitest'
import { CallRefused, callJson, mayAskAgain } from './index.ts'

const own = globalThis.fetch
afterEach(() => Object.assign(globalThis, { fetch: own }))

it('a query is repeated once only where the server was not reached or does not know the caller yet', () => {
  const failed = [new Error('no way'), new CallRefused('who is that', 401), new CallRefused('not this group', 200)]
  expect(failed.map((error) => [mayAskAgain(0, error), mayAskAgain(1, error)])).toEqual([
    [true, false],
    [true, false],
    [false, false],
  ])
})

describe('an answer', () => {
  const answered = (text: string, status = 200) => {
    Object.assign(globalThis, { fetch: async () => new Response(text, { status }) })
    return callJson('GET', '/anything')
  }

  it('[ERR1-05] that is not JSON counts as none, whatever its status', async () => {
    for (const status of [200, 502]) {
      expect(await answered('<html>the proxy is tired</html>', status)).toMatchObject({ ok: false, kind: 'unanswered' })
    }
    expect(await answered('')).toMatchObject({ ok: false, kind: 'unanswered' })
  })

  it('[ERR1-04] [API1-44] [ERR2-09] with hasError is a refusal in the words of the server, whatever its status', async () => {
    for (const status of [200, 403]) {
      const refused = await answered('{"hasError":true,"message":"permission denied"}', status)
      expect(refused).toMatchObject({ ok: false, kind: 'refused', reason: 'permission denied', status })
    }
  })
})
