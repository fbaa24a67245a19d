// What the tabs have in common: how they are read, saved and refused.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { errorCode, failedCall } from '../../../test/failures.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { credentials, type SettingsCaller, saved, settingsOf } from './settings-caller.fixtures.ts'

const mail = {
  server: 'smtp.example.org',
  port: 465,
  security: '1',
  auth: '2',
  user: 'fleet',
  pass: 'hunter2',
  from: 'fleet@example.org',
  name: 'Fleet',
}

describe('server settings over HTTP', () => {
  let server: TestServer
  let settings: SettingsCaller
  const lines: string[] = []
  beforeAll(async () => {
    server = await startTestServer({ logLine: (line) => lines.push(line) })
    settings = settingsOf(server)
  })
  afterAll(() => server.close())

  it('[SET-006] [API2-011] [API2-012] what a read answers can be saved as it is, and a save without a revision wins', async () => {
    expect(await settings.get('/gkserver/network')).toEqual({
      enable_server_ip: false,
      server_ip: '',
      revision: 0,
      saved: [],
    })
    expect(await settings.put('/gkserver/network', { enable_server_ip: '1', server_ip: '192.0.2.1' })).toEqual(saved)
    const read = await settings.get('/gkserver/network')
    expect(read).toEqual({
      enable_server_ip: true,
      server_ip: '192.0.2.1',
      revision: 1,
      saved: ['enable_server_ip', 'server_ip'],
    })
    expect(await settings.put('/gkserver/network', read)).toEqual(saved)
    expect(await settings.put('/gkserver/network', { enable_server_ip: false, server_ip: '' })).toEqual(saved)
  })

  it('[SET-006] [API2-027] the fields of a device redirect stand inside one field, as they are saved', async () => {
    const deviceRedirect = { prefix: '138', new_server: 'other.example.org', new_port: 7809 }
    expect(await settings.put('/gkserver/deviceredirect', { deviceRedirect })).toEqual(saved)
    expect(await settings.get('/gkserver/deviceredirect')).toEqual({
      deviceRedirect,
      revision: 1,
      saved: ['prefix', 'new_server', 'new_port'],
    })
  })

  it('[SET-006] [API2-015] the fields of the event push stand beside each other, as they are saved', async () => {
    const cloud = { enable: false, ip: 'other.example.org', port: 8080 }
    expect(await settings.put('/gkserver/cloud', cloud)).toEqual(saved)
    expect(await settings.get('/gkserver/cloud')).toEqual({ ...cloud, revision: 1, saved: ['ip', 'port'] })
  })

  it('[SET-007] saved settings are there after a restart', async () => {
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-settings-'))
    const first = await startTestServer({ data })
    await settingsOf(first).put('/gkserver/center', { center: '51.5,7.25' })
    await first.close()
    const again = await startTestServer({ data })
    expect(await settingsOf(again).get('/gkserver/center')).toMatchObject({ center: '51.5,7.25', saved: ['center'] })
    await again.close()
    rmSync(data, { recursive: true })
  })

  it.each([
    ['/gkserver/gpsrelay', { port: 70_000 }, 'port'],
    ['/gkserver/gpsrelay', { ip: 'two words' }, 'ip'],
    ['/gkserver/hbrelay', { addr: 'relay.example.org' }, 'addr'],
    ['/gkserver/network', { enable_server_ip: true }, 'server_ip'],
    ['/gkserver/gpsrelay', { enable: true }, 'ip'],
    ['/gkserver/hbrelay', { enable: true }, 'addr'],
    ['/gkserver/nominatim', { enable: true }, 'server'],
    ['/gkserver/network', { server_ip: 'http://x' }, 'server_ip'],
    ['/gkserver/cloud', { port: 65_536 }, 'port'],
    ['/gkserver/cloud', { enable: true, ip: '' }, 'ip'],
    ['/gkserver/ddns', { type: 3 }, 'type'],
    ['/gkserver/ddns', { enable: true, type: 0, server: '' }, 'server'],
    ['/gkserver/ddns', { type: 1, server: 'https://fleet.example.org' }, 'server'],
    ['/gkserver/ddns', { type: '2', server: 'portal.example.org' }, 'server'],
    ['/gkserver/deviceredirect', { deviceRedirect: { prefix: '13*' } }, 'prefix'],
    ['/gkserver/deviceredirect', { deviceRedirect: { new_server: 'a b' } }, 'new_server'],
    ['/gkserver/deviceredirect', { deviceRedirect: { new_port: 0 } }, 'new_port'],
    ['/gkserver/center', { center: '91,0' }, 'center'],
    ['/gkserver/restartplan', { restartplan: 7 }, 'restartplan'],
    ['/gkserver/nominatim', { server: 'ftp://x' }, 'server'],
    ['/gkserver/smtp', { mail: { ...mail, security: '3' } }, 'security'],
    ['/gkserver/smtp', { mail: { ...mail, from: 'nobody' } }, 'from'],
    ['/gkserver/iframes', { iframes: [{ title: 'x', url: 'javascript:alert(1)' }] }, 'iframes.0.url'],
    ['/gkserver/gmsjs', { text: 'x'.repeat(200_001) }, 'text'],
  ])('[SET-008] a save of %s with %j is refused, and names the field %s', async (path, body, field) => {
    expect(await settings.put(path, body)).toMatchObject({
      hasError: true,
      code: errorCode('invalid-field'),
      parameters: { field },
    })
  })

  it('[SET-110] [API2-034] [API2-035] a password is never read or logged, and stays when its stars are saved', async () => {
    expect(await settings.post('/gkserver/smtp')).toMatchObject({ mail: { pass: '' } })
    expect(await settings.put('/gkserver/smtp', { mail })).toEqual(saved)
    expect(await settings.post('/gkserver/smtp')).toMatchObject({ mail: { ...mail, pass: '***' } })
    expect((await callHttp(server, 'POST', '/gkserver/smtp', { body: {} })).status).toBe(401)
    expect(await settings.put('/gkserver/smtp', { mail: { ...mail, pass: '***', port: 587 } })).toEqual(saved)
    expect(await settings.post('/gkserver/smtp')).toMatchObject({ mail: { pass: '***', port: 587 } })
    const elsewhere = { ...mail, server: 'mail.example.net' }
    for (const body of [{ mail: { ...elsewhere, pass: '***' } }, { mail: { server: elsewhere.server } }]) {
      const refused = { code: errorCode('invalid-field'), parameters: { field: 'pass' } }
      expect(await settings.put('/gkserver/smtp', body)).toMatchObject(refused)
    }
    expect(lines.join()).not.toContain('hunter2')
    expect(await settings.put('/gkserver/smtp', { mail: { ...mail, server: '', pass: '' } })).toEqual(saved)
    expect(await settings.post('/gkserver/smtp')).toMatchObject({ mail: { pass: '' } })
  })

  it('the audit log has who changed which field, with old and new value, and no password', async () => {
    await settings.put('/gkserver/hbrelay', { addr: 'relay.example.org:7050' })
    await settings.put('/gkserver/smtp', { mail: { ...mail, server: '' } })
    const rows = await changeDatabase(server, (file) =>
      file.prepare("select parameters from audit_log where action like '%PUT /gkserver/%'").pluck().all(),
    )
    expect(rows.join('\n')).toContain('"changes":[{"field":"addr","before":"","after":"relay.example.org:7050"}]')
    expect(rows.join('\n')).toContain('{"field":"pass","before":"","after":"***"}')
    expect(rows.join('\n')).not.toContain('hunter2')
  })

  it('[SET-008] of two administrators who save the same tab the second is refused, and learns what changed meanwhile and by whom', async () => {
    const { revision } = await settings.get('/gkserver/gpsrelay')
    expect(await settings.put('/gkserver/gpsrelay', { port: 9001, revision })).toEqual(saved)
    expect(await settings.put('/gkserver/gpsrelay', { port: 9002, revision })).toEqual(
      failedCall('settings-changed', { user: 'admin', fields: 'port' }),
    )
    expect(await settings.get('/gkserver/gpsrelay')).toMatchObject({ port: 9001 })
  })

  it.each(['127.0.0.1', 'localhost', '169.254.169.254', '0.0.0.0', '::1'])(
    'a relay to %s is refused: the configuration file does not allow it',
    async (host) => {
      expect(await settings.put('/gkserver/gpsrelay', { enable: true, ip: host })).toMatchObject({
        code: errorCode('target-not-allowed'),
      })
      const addr = host.includes(':') ? `[${host}]:7050` : `${host}:7050`
      expect(await settings.put('/gkserver/hbrelay', { enable: true, addr })).toMatchObject({
        code: 'target-not-allowed',
      })
      const url = `http://${host.includes(':') ? `[${host}]` : host}/`
      expect(await settings.put('/gkserver/nominatim', { enable: true, server: url })).toMatchObject({
        code: 'target-not-allowed',
      })
      expect(await settings.put('/gkserver/cloud', { enable: true, ip: host })).toMatchObject({
        code: 'target-not-allowed',
      })
      expect(await settings.put('/gkserver/ddns', { enable: true, type: 2, server: url })).toMatchObject({
        code: 'target-not-allowed',
      })
      expect(await settings.get('/gkserver/gpsrelay')).toMatchObject({ enable: false })
    },
  )

  it('a relay to a name without an address is refused', async () => {
    expect(await settings.put('/gkserver/gpsrelay', { enable: true, ip: 'nowhere.invalid' })).toEqual(
      failedCall('target-unknown', { host: 'nowhere.invalid' }),
    )
  })

  it('[RIGHT2-09] [RIGHT2-38] [API2-005] only permission 0 reads and saves, and a refused save changes nothing', async () => {
    await addUsers(server, { name: 'viewer', permission: 1 })
    const wrong = [
      { username: 'viewer', password: credentials.password },
      { username: 'admin', password: sha256('guess') },
      {},
    ]
    for (const claim of wrong) {
      const body = { ...claim, enable_server_ip: true, server_ip: '192.0.2.66' }
      expect((await callHttp(server, 'PUT', '/gkserver/network', { body })).body).toMatchObject({ hasError: true })
      expect((await callHttp(server, 'POST', '/gkserver/smtp', { body: claim })).body).toMatchObject({ hasError: true })
    }
    expect((await callHttp(server, 'GET', '/gkserver/network')).status).toBe(401)
    expect(await settings.get('/gkserver/network')).toMatchObject({ enable_server_ip: false })
  })
})
