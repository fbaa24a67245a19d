// The bytes of messages as a real server reads and writes them, without the codec that it uses itself.
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'

const HASH = sha256(ADMIN_PASSWORD)
const LOGIN = `M:Q02\nU:${ADMIN}\nP:${HASH}\n`

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A message around its fields and payload. */
const around = (body: string): string => `VCP\n${Buffer.byteLength(body)}\n${body}`

async function connect(): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${server.ports.main}/`)
  await once(socket, 'open')
  return socket
}

/** What the server answers, byte for byte, or the code with which it closes the link. */
async function answerOf(socket: WebSocket, message: string): Promise<string | number> {
  socket.send(message)
  const answer = once(socket, 'message').then(([data]) => String(data))
  return Promise.race([answer, once(socket, 'close').then(([code]) => code as number)])
}

/** The same on a link that has logged in, or on a fresh one. */
async function ask(body: string, { login = true, raw = false } = {}): Promise<string | number> {
  const socket = await connect()
  if (login) expect(await answerOf(socket, around(LOGIN))).toContain('\nR:1\n')
  const answer = await answerOf(socket, raw ? body : around(body))
  socket.close()
  return answer
}

it('[VCP-016] the login of the example, 85 bytes long, is one complete message', async () => {
  expect(await ask(`VCP\n85\nM:Q02\nX:1\nU:admin\nP:${HASH}\n`, { login: false, raw: true })).toMatch(
    /^VCP\n\d+\nM:Q02\n(?:[A-Z]:.*\n)*R:1\n/,
  )
})

it('[VCP-005] [VCP-006] [VCP-007] [VCP-008] a reply is header, length line, key and value lines, and the payload behind Z', async () => {
  await ask('M:D01\nA:layout\nC:2\n')
  const row = ['layout', '', '', '11', '0', '', '1', '0', '8', '', '', '', '', '', '', '', '', '0', ''].join('\t')
  const answer = String(await ask('M:Q05\nX:7\nA:layout\n'))
  const [header, length, ...lines] = answer.slice(0, answer.indexOf(row)).split('\n')
  expect([header, lines[0]]).toEqual(['VCP', 'M:Q05'])
  expect(Number(length)).toBe(answer.length - `VCP\n${length}\n`.length)
  expect(lines.slice(1, -2).sort()).toEqual(['R:1', 'X:7'])
  expect(lines.slice(-2)).toEqual([`Z:${row.length}`, ''])
  expect(answer.endsWith(row)).toBe(true)
})

it('[VCP-015] [VCP-019] lengths count bytes of UTF-8, and a payload is not escaped', async () => {
  const driver = '車é😀'
  await ask('M:D01\nA:bytes\nC:1\n')
  const change = JSON.stringify({ driver, vehicleid: 'a"b' })
  expect(change).toContain('\\')
  expect(await ask(`M:D04\nA:bytes\nZ:${Buffer.byteLength(change)}\n${change}`)).toContain('\nR:1\n')
  const answer = String(await ask('M:Q05\nA:bytes\n'))
  const [head = '', length, payloadLength, payload = ''] =
    /^VCP\n(\d+)\n[\s\S]*\nZ:(\d+)\n([\s\S]*)$/.exec(answer) ?? []
  expect(payload.split('\t').slice(0, 3)).toEqual(['bytes', driver, 'a"b'])
  expect(Number(payloadLength)).toBe(Buffer.byteLength(payload))
  expect(Number(length)).toBe(Buffer.byteLength(head) - `VCP\n${length}\n`.length)
})

it('[VCP-017] [VCP-018] later colons and escapes belong to the value, fields come in any order, and an unknown key is ignored', async () => {
  await changeDatabase(server, (file) =>
    file
      .prepare(
        `insert into users (name, password_hash, permission, group_id, map_location)
        select ?, password_hash, 2, group_id, '' from users where name = ?`,
      )
      .run('a\\b:c\nd', ADMIN),
  )
  const answer = await ask(`M:Q02\nAB345678:x\nP:${HASH}\nU:a\\\\b:c\\nd\nQQ:\n`, { login: false })
  expect(answer).toContain('\nR:1\n')
  expect(answer).toContain('\nU:a\\\\b:c\\nd\n')
})

it.each([
  ['[VCP-005] another header', 'VCQ\n6\nM:Q01\n'],
  ['[VCP-006] no length line', 'VCP\nM:Q01\n'],
  ['[VCP-014] a carriage return behind the header', 'VCP\r\n6\nM:Q01\n'],
  ['[VCP-015] a length that is too small', 'VCP\n5\nM:Q01\n'],
  ['[VCP-015] a length with a leading zero', 'VCP\n06\nM:Q01\n'],
  ['[VCP-015] a length with a sign', 'VCP\n+6\nM:Q01\n'],
  ['[VCP-015] a length behind a blank', 'VCP\n 6\nM:Q01\n'],
  ['[VCP-007] a line without a colon', around('M:Q01\nU\n')],
  ['[VCP-017] another first field than M', around('X:1\nM:Q01\n')],
  ['[VCP-017] a key in lower case', around('M:Q01\nu:1\n')],
  ['[VCP-017] a key of nine letters', around('M:Q01\nABCDEFGHI:1\n')],
  ['[VCP-017] a repeated key', around('M:Q01\nA:1\nA:2\n')],
  ['[VCP-017] a field behind Z', around('M:Q01\nZ:0\nA:1\n')],
  ['[VCP-018] a backslash before something else', around('M:Q01\nU:a\\x\n')],
  ['[VCP-018] a raw carriage return', around('M:Q01\nU:a\rb\n')],
  ['[VCP-018] a raw NUL', around('M:Q01\nU:a\0b\n')],
  ['[VCP-019] a payload that is shorter than Z says', around('M:Q01\nZ:2\na')],
  ['[VCP-019] a payload that is longer than Z says', around('M:Q01\nZ:0\na')],
  ['[VCP-019] a Z with a leading zero', around('M:Q01\nZ:01\na')],
])('%s closes the link with 1002', async (_, message) => {
  expect(await ask(message, { raw: true })).toBe(1002)
})

it('[VCP-019] a payload may be empty', async () => {
  expect(await ask('M:Q01\nZ:0\n')).toContain('\nR:1\n')
})

const lines = (count: number): string => `M:Q01\n${Array.from({ length: count - 1 }, (_, n) => `K${n}:\n`).join('')}`
const fieldBytes = (count: number): string => `M:Q01\nK:${'a'.repeat(count - 'M:Q01\nK:\n'.length)}\n`
it.each([
  ['64 lines', lines(64), lines(65)],
  ['65536 bytes of fields', fieldBytes(65_536), fieldBytes(65_537)],
  ['4 MiB in all', ofLength(4 * 1024 * 1024), ofLength(4 * 1024 * 1024 + 1)],
])('[VCP-021] %s are read, one more closes the link with 1009', async (_, most, tooMuch) => {
  expect(await ask(most)).toContain('\nR:1\n')
  expect(await ask(tooMuch)).toBe(1009)
})

/** Fields and payload of a message that has this many bytes in all. */
function ofLength(total: number): string {
  const head = (size: number) => `M:Q01\nZ:${size}\n`
  const size = total - 'VCP\n0000000\n'.length - head(1_000_000).length
  return head(size) + 'a'.repeat(size)
}
