import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { ADMIN_PASSWORD, startHonestServer as startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { StreamClient } from '../../../test/stream-client.ts'
import { credentials, HOUR_MS, REFUSED, readFile, seconds, track, UNKNOWN_DEVICE, WRONG } from './account.fixtures.ts'

describe('external login', () => {
  const clock = createManualClock()
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-test-'))
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ clock, data })
    await addUsers(
      server,
      { name: 'lin', permission: 1, mapLocation: '1.5,2', external: { user: 'portal', password: 'door' } },
      { name: 'wen', external: { user: 'other portal', password: 'gate' } },
      { name: 'old', expiresS: 1, external: { user: 'old portal', password: 'door' } },
      { name: 'inside' },
    )
  })
  afterAll(async () => {
    await server.close()
    rmSync(data, { recursive: true })
  })
  const external = async (user: string, password: string) => {
    const link = await server.connect()
    const { fields } = await link.request('Q02', { E: user, H: sha256(password) })
    return { link, fields }
  }
  const afterRememberedPasswords = () => clock.advance(60_001)

  it('[VCP-031] [LOGIN-52] E and H are the external user name and its password hash, and name one unexpired account', async () => {
    const { link, fields } = await external('portal', 'door')
    expect(fields).toMatchObject({ R: '1', U: 'lin', A: '1', B: '1.5', C: '2' })
    expect((await link.request('Q01')).fields.R).toBe('1')
    await link.close()
    for (const [user, password] of [
      ['portal', 'gate'],
      ['other portal', 'door'],
      ['old portal', 'door'],
      ['lin', ADMIN_PASSWORD],
      ['inside', ''],
      ['nobody', 'door'],
    ] as const) {
      const rejected = await external(user, password)
      expect(rejected.fields).toEqual({ X: '1', ...REFUSED })
      await rejected.link.close()
    }
    expect(await track(server, 'portal', sha256('door'))).toMatchObject(WRONG)
    expect(await track(server, 'lin', sha256('door'))).toMatchObject(WRONG)
  })

  it('[LOGIN-54] the reply has a random credential in place of the hash, which opens streams, calls and another login', async () => {
    const [first, second] = [await external('portal', 'door'), await external('portal', 'door')]
    const credential = first.fields.P ?? ''
    expect(credential).toMatch(/^[0-9A-F]{64}$/)
    expect(new Set([credential, second.fields.P, sha256('door'), sha256(ADMIN_PASSWORD)]).size).toBe(4)
    expect(await track(server, 'lin', credential)).toMatchObject(UNKNOWN_DEVICE)
    expect(await track(server, 'wen', credential)).toMatchObject(WRONG)
    const again = await server.connect()
    expect((await again.request('Q02', { U: 'lin', P: credential.toLowerCase() })).fields).toMatchObject({ R: '1' })
    const viewer = await StreamClient.open(server.ports.streams, { user: 'lin', password: credential, deviceid: 'x' })
    expect((await viewer.closed).code).toBe(4404)
    const stored = JSON.stringify(readFile(server, 'select * from session_tokens'))
    expect(stored.toUpperCase()).not.toContain(credential)
    await Promise.all([first.link.close(), second.link.close(), again.close()])
  })

  it('[LOGIN-54] the credential ends when the last connection of its user has been gone for 12 hours', async () => {
    const { link, fields } = await external('portal', 'door')
    const credential = fields.P ?? ''
    // A connection that stays keeps it, however long.
    const start = clock.nowMs()
    for (const hours of [10, 20, 30, 40]) {
      clock.setWallClock(start + hours * HOUR_MS)
      clock.advance(30_000)
      await until('the open link was seen', async () => {
        const [row] = readFile<{ seen_s: number }>(server, 'select max(seen_s) seen_s from session_tokens')
        return row?.seen_s === seconds(clock)
      })
      // The server asked whether the link still answers; it has read the answer when the second reply comes.
      for (const _ of [1, 2]) expect((await link.request('Q01')).fields.R).toBe('1')
    }
    afterRememberedPasswords()
    expect(await track(server, 'lin', credential)).toMatchObject(UNKNOWN_DEVICE)
    await link.close()
    clock.setWallClock(start + 51 * HOUR_MS)
    afterRememberedPasswords()
    expect(await track(server, 'lin', credential)).toMatchObject(UNKNOWN_DEVICE)
    // It is known again after a restart.
    await server.close()
    server = await startTestServer({ clock, data })
    clock.setWallClock(start + 62 * HOUR_MS)
    expect(await track(server, 'lin', credential)).toMatchObject(UNKNOWN_DEVICE)
    clock.setWallClock(start + 74.5 * HOUR_MS)
    afterRememberedPasswords()
    expect(await track(server, 'lin', credential)).toMatchObject(WRONG)
  })

  it('another password of the account ends its credential', async () => {
    const { link, fields } = await external('other portal', 'gate')
    expect(await track(server, 'wen', fields.P ?? '')).toMatchObject(UNKNOWN_DEVICE)
    const change = { ...credentials('wen'), newpass: sha256('another') }
    expect((await callHttp(server, 'PUT', '/gkserver/passwd', { body: change })).body.hasError).toBe(false)
    expect((await link.closed).code).toBe(1008)
    expect(await track(server, 'wen', fields.P ?? '')).toMatchObject(WRONG)
    // It was no password, and changes none.
    const renewed = await external('other portal', 'gate')
    const byCredential = { username: 'wen', password: renewed.fields.P, newpass: sha256('mine') }
    expect(await callHttp(server, 'PUT', '/gkserver/passwd', { body: byCredential })).toMatchObject(WRONG)
    await renewed.link.close()
  })
})
