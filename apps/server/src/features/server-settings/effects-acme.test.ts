// The tab Let's Encrypt, against an authority on this machine: the certificate that it signs is the one that TLS uses.
import { connect } from 'node:tls'
import { createManualClock } from '@fleetglass/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AcmePeer, startAcmePeer } from '../../../test/acme-peer.ts'
import { errorCode } from '../../../test/failures.ts'
import { startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { credentials, saved, settingsOf } from './settings-caller.fixtures.ts'

const wish = { domains: 'fleet.example.org, video.example.org', email: 'office@example.org' }

describe("Let's Encrypt", () => {
  const clock = createManualClock(Date.UTC(2026, 8, 30))
  let server: TestServer
  let authority: AcmePeer
  beforeEach(async () => {
    authority = await startAcmePeer({ challengePort: () => server.ports.http, nowMs: () => clock.nowMs() })
    server = await startTestServer({ clock, config: { acmeDirectory: authority.directoryUrl } })
  })
  afterEach(async () => {
    await server.close()
    await authority.close()
  })
  const status = async () => {
    const basic = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')
    const { text } = await callHttp(server, 'GET', '/gkserver/certbot', {
      headers: { authorization: `Basic ${basic}` },
    })
    return text
  }
  const serial = () =>
    new Promise<{ names: string | undefined; serial: string }>((resolve, reject) => {
      const socket = connect({ port: server.ports.https, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        const { subjectaltname: names, serialNumber } = socket.getPeerCertificate()
        socket.destroy()
        resolve({ names, serial: serialNumber })
      }).on('error', reject)
    })
  async function obtain(): Promise<void> {
    expect(await settingsOf(server).post('/gkserver/certbot', wish)).toEqual(saved)
    await until('https is open', () => server.ports.https > 0)
    await until('the status says so', async () => (await status()).includes('is valid until'))
  }

  it('[SET-060] [SET-063] [API2-032] a request obtains a certificate for the domains from the authority, and https uses it', async () => {
    await obtain()
    expect((await serial()).names).toBe('DNS:fleet.example.org, DNS:video.example.org')
    expect(authority.contacts).toEqual(['mailto:office@example.org'])
    expect(await settingsOf(server).get('/gkserver/certbot/domains')).toMatchObject(wish)
  })

  it('[SET-063] of two requests at once the second is refused before it saves its domains', async () => {
    const wishes = ['one.example.org', 'two.example.org'].map((domains) => ({ ...wish, domains }))
    const answers = await Promise.all(wishes.map((body) => settingsOf(server).post('/gkserver/certbot', body)))
    const won = wishes.filter((_, at) => answers[at]?.['hasError'] === false)
    expect(answers).toContainEqual(expect.objectContaining({ code: errorCode('certificate-requested') }))
    expect(won).toHaveLength(1)
    expect(await settingsOf(server).get('/gkserver/certbot/domains')).toMatchObject({ ...won[0], revision: 1 })
  })

  it('[SET-064] [API2-031] [API2-033] the status is plain text; a renewal obtains another certificate with the same account', async () => {
    expect(await status()).toBe('No certificate was obtained.')
    await obtain()
    expect(await status()).toBe('The certificate for fleet.example.org, video.example.org is valid until 2026-12-29.')
    const before = await serial()
    const renewals = await Promise.all([1, 2].map(() => settingsOf(server).put('/gkserver/certbot', {})))
    expect(renewals).toContainEqual(saved)
    expect(renewals).toContainEqual(expect.objectContaining({ code: errorCode('certificate-requested') }))
    await until('https uses another', async () => (await serial()).serial !== before.serial)
    expect([authority.orders.length, new Set(authority.contacts).size]).toEqual([2, 1])
  })

  it('[SET-063] a certificate is renewed by itself when less than 30 days are left', async () => {
    authority.validDays = 30.25
    await obtain()
    const before = await serial()
    // Until the second run of the job.
    clock.advance(13 * 3_600_000)
    await until('it is renewed', async () => {
      // Less than a job may take, so that the one that runs is not taken for one that has ended.
      clock.advance(1_000)
      return (await serial()).serial !== before.serial
    })
    expect(authority.orders).toHaveLength(2)
  })

  it('[SET-061] a request without domains or mail address, or for what is no domain, is refused', async () => {
    const refused = await settingsOf(server).post('/gkserver/certbot', { ...wish, email: '' })
    expect(refused).toMatchObject({ hasError: true, code: 'invalid-field' })
    expect(refused.message).toContain('email')
    for (const domains of ['no domain', 'http://x.org', 'fleet'])
      expect(await settingsOf(server).post('/gkserver/certbot', { ...wish, domains })).toMatchObject({ hasError: true })
    expect(authority.orders).toEqual([])
  })
})
