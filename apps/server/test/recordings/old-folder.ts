// Questions to a server about a data folder of version 0.1.0, and the clock they are asked at. The answers of that version lie
// beside the folder (`folder-0.1.0/answers.json`): every later version gives the same ones.
import { createHash } from 'node:crypto'
import { exportAddress } from '@fleetglass/contract/exports'
import { sha256 } from '../channel-client.ts'
import { ADMIN, ADMIN_PASSWORD, type TestServer, until } from '../harness.ts'
import { callHttp } from '../http-client.ts'

/** Unix ms: 20 November 2026, ten in the morning. */
export const NOW_MS = Date.UTC(2026, 10, 20, 10)
export const VAN = '13800138001'
export const TRUCK = '13800138002'
const NOW_S = NOW_MS / 1000
const DAY_S = NOW_S - 10 * 3600
/** The recording of the van begins here, unix seconds. */
export const RECORDED_S = NOW_S - 1800

const REFUSED = 'refused'

export interface OldAnswers {
  readonly [question: string]: unknown
}

/** Every question to the administrator's account, and some to one that sees the second group alone. */
export async function askAll(server: TestServer): Promise<OldAnswers> {
  const answers: Record<string, unknown> = {}
  for (const user of [ADMIN, 'north']) {
    for (const [name, answer] of Object.entries(await askAs(server, user))) answers[`${user}: ${name}`] = answer
  }
  return answers
}

async function askAs(server: TestServer, user: string): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  const link = await server.connect()
  await link.login(user, ADMIN_PASSWORD)
  for (const list of ['Q03', 'Q04'] as const) answers[list] = (await link.list(list)).rows
  for (const [code, fields] of messages) {
    const { fields: answered, text } = await link.request(code, fields)
    answers[`${code} ${fields.A}`] = answered.R === '1' ? text : REFUSED
  }
  await link.close()
  const authorization = `Basic ${Buffer.from(`${user}:${sha256(ADMIN_PASSWORD)}`).toString('base64')}`
  for (const path of reads) answers[`GET ${path}`] = await read(server, path, authorization)
  for (const [path, body] of calls) {
    const { status, text } = await callHttp(server, 'POST', path, {
      body: { username: user, password: sha256(ADMIN_PASSWORD), ...body },
    })
    answers[`POST ${path} ${JSON.stringify(body)}`] = { status, answer: given(text) }
  }
  answers.export = await exported(server, user)
  return answers
}

const messages: readonly (readonly [code: string, fields: Record<string, string> & { A: string }])[] = [
  VAN,
  TRUCK,
].flatMap(
  (A) =>
    [
      ['Q05', { A }],
      ['Q06', { A, B: String(DAY_S) }],
      ['Q07', { A }],
      ['Q08', { A, T: '0' }],
      ['Q13', { A, B: String(NOW_S - 3600), E: String(NOW_S) }],
      ['D03', { A }],
    ] as const,
)

const reads: readonly string[] = [
  '/gkserver/fencelist',
  '/gkserver/tracklist',
  '/api/shapes',
  '/gkserver/usergroup',
  '/gkserver/iframes',
  '/gkevent/eventdefinedevice',
  `/api/recording-locks?deviceid=${VAN}`,
]

const hour = { start: NOW_S - 3600, end: NOW_S }

const calls: readonly (readonly [path: string, body: object])[] = [
  ['/gkcommon/userinfo', {}],
  ['/gkcommon/groupdevicelist', { groupid: 'root' }],
  ['/gkcommon/groupdevicelist', { groupid: '2' }],
  ['/gkdevice/carmemo', {}],
  ['/gkdevice/modelinfo', {}],
  ['/gkdevice/driverinfo', {}],
  ['/gkdevice/settings', {}],
  ...[VAN, TRUCK].flatMap((deviceid): (readonly [string, object])[] => [
    ['/gkdevice/device', { deviceid }],
    ['/gkdevice/setting', { deviceid }],
    ['/gkdevice/recorddays', { deviceid, month: '2026-11', tz: 0 }],
    ['/gkdevice/recordranges', { deviceid, ...hour }],
    ['/api/gps', { deviceid, ...hour }],
    ['/api/trips', { deviceid, ...hour }],
    ['/gkmileage/summary', { deviceid, afterTime: hour.start, beforeTime: hour.end }],
    ['/gkevent/eventquery', { deviceid, afterTime: hour.start, beforeTime: hour.end }],
  ]),
]

async function read(server: TestServer, path: string, authorization: string): Promise<unknown> {
  const { status, text } = await callHttp(server, 'GET', path, { headers: { authorization } })
  return { status, answer: given(text) }
}

/** The sentence of a refusal may become a better one. */
function given(text: string): unknown {
  const answer = JSON.parse(text) as unknown
  const isRefused = typeof answer === 'object' && answer !== null && 'hasError' in answer && answer.hasError === true
  return isRefused ? REFUSED : answer
}

/** A part of the recording as MP4: its length and what is in it. */
async function exported(server: TestServer, user: string): Promise<object> {
  const about = { deviceid: VAN, ch: 1, user, password: ADMIN_PASSWORD, spbtime: RECORDED_S + 2, duration: 5 }
  const get = (type: 'lopbmp4ask' | 'lopbmp4get'): Promise<Response> =>
    fetch(`http://127.0.0.1:${server.ports.streams}${exportAddress(type, about)}`)
  let status = 0
  await until('the export is ready', async () => {
    const reply = await get('lopbmp4ask')
    status = reply.status
    return status !== 200 || (await reply.text()) === 'READY'
  })
  if (status !== 200) return { status }
  const bytes = Buffer.from(await (await get('lopbmp4get')).arrayBuffer())
  return { status, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
