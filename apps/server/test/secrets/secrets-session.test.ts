// A whole session of people, programs and devices that use every kind of secret, and the places where a secret must not be afterwards.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  madeTokenSchema,
  ownSecondFactorPath,
  ownTokensPath,
  secondFactorOfferSchema,
} from '@fleetglass/contract/account'
import { downloadPlansPath } from '@fleetglass/contract/event-plans'
import {
  type EvidencePackage,
  evidencePath,
  evidenceSharesPath,
  sharedEvidencePath,
} from '@fleetglass/contract/evidence'
import { remoteSettingsAddress } from '@fleetglass/contract/remote-settings'
import { NEW_SESSION, sessionPath } from '@fleetglass/contract/session'
import { streamLogExportPath } from '@fleetglass/contract/stream-log'
import { accountPath } from '@fleetglass/contract/users'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDevice, VAN } from '../../src/features/auto-upload/auto-upload.fixtures.ts'
import { sha256 } from '../channel-client.ts'
import { FtpClient } from '../devices/ftp-client.ts'
import { recordVideo } from '../devices/recorded-video.ts'
import { EventClient } from '../event-client.ts'
import { ADMIN, startTestServer, type TestServer, until } from '../harness.ts'
import { callHttp, type HttpAnswer, type HttpCall } from '../http-client.ts'
import { StreamClient } from '../stream-client.ts'
import { MarkedSecrets } from './marked-secrets.ts'

const secrets = new MarkedSecrets()
const adminPassword = secrets.made('login password')
const metricsToken = secrets.made('metrics token')
const filesPassword = secrets.made('files password')
const s3AccessKey = secrets.made('access key of the bucket')
const s3SecretKey = secrets.made('secret key of the bucket')
const START_MS = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000

/**
 * What has to be stored, and where: nothing else may be found. The server must use these itself, as they are; the folder of its data is readable by its user
 * alone. Passwords of people, tokens of sessions and programs, and passwords of share links are not among them: their hashes suffice.
 */
const STORED = {
  'mail password: settings.fields': 'the mail server wants it',
  'DDNS password: settings.fields': 'the provider wants it',
  'TLS key: settings.fields': 'the web port cannot be opened without it',
  'map key: settings.fields': 'the console of every user gets it',
  'upload password: event_plans.settings': 'the FTP server of the site wants it',
  'second factor: second_factors.secret': 'codes are computed from it',
} as const

let server: TestServer
const data = mkdtempSync(join(tmpdir(), 'fleetglass-secrets-'))
const logged: string[] = []
const answers: string[] = []

beforeAll(async () => {
  recordVideo(join(data, 'media'), { deviceId: VAN, channel: 1, startMs: START_MS, seconds: 20 })
  // Nothing answers there: failures are logged.
  const bucket = { mediaStore: 's3://recordings', s3Endpoint: 'http://127.0.0.1:1', s3AccessKey, s3SecretKey }
  const config = { adminPassword, metricsToken, filesPassword, openMetrics: false, queryCredentials: true, ...bucket }
  server = await startTestServer({ data, config, logLine: (line) => logged.push(line) })
})
afterAll(async () => {
  await server.close()
  rmSync(data, { recursive: true, force: true })
})

const credentials = { username: ADMIN, password: sha256(adminPassword) }

/** Keeps what is answered. */
async function send(method: string, path: string, call: HttpCall = {}): Promise<HttpAnswer> {
  const answer = await callHttp(server, method, path, call)
  answers.push(answer.text, JSON.stringify(answer.headers))
  return answer
}
const save = (method: string, path: string, body: object) => send(method, path, { body: { ...credentials, ...body } })

async function peopleLogIn(): Promise<void> {
  const link = await server.connect()
  await link.login(ADMIN, secrets.made('wrong password'))
  const { fields } = await link.request('Q02', { U: ADMIN, P: credentials.password, S: NEW_SESSION })
  expect(fields.R).toBe('1')
  secrets.known('session token', fields.S ?? '')
  await link.request('D01', { A: VAN, C: '4', F: '0' })
  await link.request('Q99', { P: credentials.password })
  await link.close()
  const reply = await save('POST', sessionPath, {})
  const cookie = /=([^;]+)/.exec(String(reply.headers['set-cookie']))?.[1] ?? ''
  // The cookie is set, and nowhere else.
  answers.pop()
  secrets.known('session cookie', cookie)
  await send('GET', '/gkserver/usergroup', { headers: { cookie: `fleetglass_session=${cookie}` } })
  const basic = Buffer.from(`${ADMIN}:${credentials.password}`).toString('base64')
  await send('GET', '/gkserver/diskinfo', { headers: { authorization: `Basic ${basic}` } })
  const asQuery = `user=${ADMIN}&username=${ADMIN}&password=${credentials.password}`
  for (const path of ['/gkserver/diskinfo', '/nowhere', '/gkdevice/aufile/a.jpg'])
    await send('GET', `${path}?${asQuery}`)
  for (const body of [
    { ...credentials, since: credentials.password },
    { ...credentials, since: -1 },
  ])
    await send('POST', '/api/fleet-health', { body })
  await send('POST', `/gkserver/userlist?x=${encodeURIComponent(adminPassword)}`, { body: [credentials] })
}

async function usersAreChanged(): Promise<void> {
  const password = secrets.made('password of another user')
  const user = { editingName: 'lin', editingGroupid: 'root' }
  const external = { extuser: 'portal', extpass: sha256(secrets.made('external password')) }
  await save('POST', accountPath, { ...user, editingPW: sha256(password), ...external })
  const changed = sha256(secrets.made('changed password'))
  await save('PUT', accountPath, { editingName: 'lin', editingChangingPassword: true, editingPW: changed })
  const lin = { username: 'lin', password: changed }
  const offer = secondFactorOfferSchema.parse((await send('POST', ownSecondFactorPath, { body: lin })).body)
  secrets.known('second factor', offer.secret)
  for (const [at, code] of offer.recoveryCodes.entries()) secrets.known(`recovery code ${at}`, code)
  answers.splice(-2)
  await send('PUT', ownSecondFactorPath, { body: { ...lin, code: '000000' } })
  const made = madeTokenSchema.parse(
    (await save('POST', ownTokensPath, { name: 'export', scope: 'full', days: 30 })).body,
  )
  answers.splice(-2)
  const bearer = { authorization: `Bearer ${secrets.known('API token', made.token)}` }
  await send('GET', '/gkserver/diskinfo', { headers: bearer })
  await send('POST', ownTokensPath, { headers: bearer, body: { name: 'another', scope: 'full', days: 1 } })
  await send('GET', '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
}

async function settingsAreSaved(): Promise<void> {
  const mail = {
    server: '127.0.0.1',
    port: 9,
    security: '2',
    auth: '2',
    user: 'fleet',
    from: 'a@example.org',
    name: 'f',
  }
  await save('PUT', '/gkserver/smtp', { mail: { ...mail, pass: secrets.made('mail password') } })
  // Nobody listens there.
  await save('POST', '/gkserver/smtp/test', { to: 'b@example.org' })
  const ddns = { enable: false, type: 0, server: 'a.example.org', user: 'fleet' }
  await save('PUT', '/gkserver/ddns', { ...ddns, pass: secrets.made('DDNS password') })
  await save('PUT', '/gkserver/googlekey', { googleKey: secrets.made('map key') })
  const basic = Buffer.from(`${ADMIN}:${credentials.password}`).toString('base64')
  await send('GET', '/gkserver/googlekey', { headers: { authorization: `Basic ${basic}` } })
  const pem = (name: string) => readFileSync(join(import.meta.dirname, '../certificates', name), 'utf8')
  const privateKey = secrets.known('TLS key', pem('first.key.pem'))
  await save('PUT', '/gkserver/encrypt', { certificate: pem('first.cert.pem'), privateKey })
  await save('PUT', '/gkserver/encrypt', { certificate: pem('second.cert.pem'), privateKey })
  for (const path of ['/gkserver/smtp', '/gkserver/ddns', '/gkserver/encrypt']) await save('POST', path, {})
  const upload = `ftp://fleet:${secrets.made('upload password')}@127.0.0.1:9/events`
  const plan = { appdevid: 15, updateMode: 'DEVICE', deviceid: VAN, downloadtype: 1, enupload: 1, upload }
  await save('POST', downloadPlansPath, { eventDownloadPlan: plan })
  await save('POST', downloadPlansPath, { eventDownloadPlan: { ...plan, streamtype: -1 } })
}

async function devicesConnect(): Promise<void> {
  const { device, password } = await connectDevice(server)
  secrets.known('code of a device', password)
  for (const one of [password, filesPassword]) {
    const client = await FtpClient.login(server.ports.files, { user: VAN, password: one })
    expect(await client.put('STOR trip.log', Buffer.from('a file'))).toMatch(/^226/)
    client.close()
  }
  const wrong = FtpClient.login(server.ports.files, { user: VAN, password: secrets.made('wrong files password') })
  await expect(wrong).rejects.toThrow('530')
  const wifi = secrets.made('password of a vehicle network')
  await save('PUT', remoteSettingsAddress(VAN), { deviceParams: { net_wfpwd: wifi, nonsense: wifi } })
  await save('POST', '/gkdevice/setting', { deviceid: VAN, changed: { password: wifi } })
  const user = { user: ADMIN, password: credentials.password }
  const stream = await StreamClient.open(server.ports.streams, {
    ...user,
    deviceid: VAN,
    type: 'live',
    ch: 1,
    stream: 0,
  })
  await stream.close()
  const events = await EventClient.connect(server.ports.main)
  events.socket.send(JSON.stringify({ ...user, password: sha256(secrets.made('wrong password of a socket')) }))
  await events.closed
  await device.close()
}

async function evidenceIsShared(): Promise<void> {
  const wish = { deviceid: VAN, channels: [1], start: START_MS / 1000, end: START_MS / 1000 + 20, reason: 'file 7' }
  const evidence = await until('a package is made', async () => {
    const { id } = (await save('POST', evidencePath, wish)).body as Partial<EvidencePackage>
    const basic = Buffer.from(`${ADMIN}:${credentials.password}`).toString('base64')
    const list = JSON.parse((await send('GET', evidencePath, { headers: { authorization: `Basic ${basic}` } })).text)
    return id !== undefined && (list as EvidencePackage[]).find(({ state }) => state === 'ready')
  })
  const linkPassword = sha256(secrets.made('password of a share link'))
  const share = await save('POST', evidenceSharesPath, { id: evidence.id, hours: 1, linkPassword })
  const token = secrets.known('share token', String(share.body['token']))
  answers.splice(-2)
  await send('POST', sharedEvidencePath, { body: { token, linkPassword: sha256(secrets.made('wrong link password')) } })
  const entered = await send('POST', sharedEvidencePath, { body: { token, linkPassword } })
  expect(entered.status).toBe(200)
  answers.pop()
  const period = { afterUpdatetime: '2026-01-01T00:00:00Z', beforeUpdatetime: '2030-01-01T00:00:00Z' }
  const filepass = secrets.made('archive password')
  expect((await save('POST', streamLogExportPath, { ...period, filepass })).status).toBe(200)
}

it('a whole session leaves none of its passwords, hashes, keys and tokens in a log, a table, a file or an answer', async () => {
  await peopleLogIn()
  await usersAreChanged()
  await settingsAreSaved()
  await devicesConnect()
  await evidenceIsShared()
  // What the server writes at its end counts as well.
  await server.close()
  expect(logged.length).toBeGreaterThan(5)
  expect({
    answers: secrets.in(answers.join('\n')),
    logs: logged.flatMap((line) => secrets.in(line).map((secret) => `${secret}: ${line}`)),
    tables: secrets.inTables(join(data, 'fleetglass.sqlite')),
    files: secrets.inFiles(data),
  }).toEqual({ answers: ['map key'], logs: [], tables: Object.keys(STORED).sort(), files: [] })
}, 60_000)
