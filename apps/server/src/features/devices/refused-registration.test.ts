import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChannelClient } from '../../../test/channel-client.ts'
import { errorCode, failedMessage } from '../../../test/failures.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'

describe('a registration that is refused', () => {
  let server: TestServer
  let admin: ChannelClient
  beforeAll(async () => {
    server = await startTestServer()
    admin = await server.login()
  })
  afterAll(async () => {
    expect((await admin.list('Q03')).rows).toEqual([])
    await admin.close()
    await server.close()
  })
  const add = (deviceId: string, fields: Record<string, string> = {}) =>
    admin.request('D01', { A: deviceId, ...fields })

  it.each(['', 'a'.repeat(32), 'broadcast', 'GLOBAL', 'ALL', 'a b', 'a/b', 'ä', '..', '.'])(
    '[VCP-098] the id %j is refused with a reason',
    async (deviceId) => {
      const { fields } = await add(deviceId)
      expect(fields).toMatchObject({
        R: '0',
        W: expect.stringContaining('device id'),
        E: errorCode('invalid-device-id'),
      })
    },
  )

  it.each([{ C: '0' }, { C: '65' }, { C: 'x' }, { C: '-1' }, { F: 'x' }])('%j is refused', async (fields) => {
    expect((await add('van', fields)).fields).toMatchObject(failedMessage('invalid-channel-count', { most: 64 }))
  })
})
