import { once } from 'node:events'
import { connect } from 'node:net'
import { createManualClock } from '@fleetglass/testkit'
import { encodeVcp, MAX_MESSAGE_BYTES } from '@fleetglass/vcp'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { addUsers } from '../../../test/accounts.ts'
import { ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { failedLogin, failedMessage } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'

let server: TestServer
const lines: string[] = []
beforeAll(async () => {
  server = await startTestServer({ logLine: (line) => lines.push(line) })
})
afterAll(() => server.close())

describe('the main channel', () => {
  it('[VCP-001] [VCP-013] is a WebSocket on path / of its port, from any origin', async () => {
    const client = await ChannelClient.connect(server.ports.main, '/', { origin: 'http://somewhere.else' })
    expect((await client.login(ADMIN, ADMIN_PASSWORD)).fields.R).toBe('1')
    await client.close()
    await expect(ChannelClient.connect(server.ports.main, '/other')).rejects.toThrow('404')
  })

  it('is on the web port too, for a proxy with one port', async () => {
    const client = await ChannelClient.connect(server.ports.http)
    expect((await client.login(ADMIN, ADMIN_PASSWORD)).fields.R).toBe('1')
    await client.close()
  })

  it('[VCP-004] [VCP-020] takes a request as text or binary and answers in text', async () => {
    const client = await server.login()
    client.sendBytes(encodeVcp({ code: 'Q01', fields: { X: 'text' } }))
    client.sendBytes(encodeVcp({ code: 'Q01', fields: { X: 'binary' } }), true)
    expect((await client.next()).fields.X).toBe('text')
    expect((await client.next()).fields.X).toBe('binary')
    expect(new Set(client.wasText)).toEqual(new Set([true]))
    await client.close()
  })

  it('[VCP-011] [VCP-012] [VCP-023] echoes M and X, and leaves X out where there was none', async () => {
    const client = await server.login()
    client.send('Q01', { X: '4711' })
    client.send('Q01')
    const [numbered, plain] = [await client.next(), await client.next()]
    expect(numbered).toMatchObject({ code: 'Q01', fields: { X: '4711', R: '1' } })
    expect(plain.code).toBe('Q01')
    expect(plain.fields).not.toHaveProperty('X')
    await client.close()
  })

  it('[VCP-014] one WebSocket message is one message: header, length, fields, payload, and nothing before or after', async () => {
    const operator = await server.login()
    await operator.request('D01', { A: 'bytes-1', C: '4', F: '0' })
    await operator.close()
    const socket = new WebSocket(`ws://127.0.0.1:${server.ports.main}/`)
    await once(socket, 'open')
    const asked = async (body: string): Promise<string> => {
      socket.send(`VCP\n${Buffer.byteLength(body)}\n${body}`)
      const [data] = (await once(socket, 'message')) as [Buffer]
      return data.toString('latin1')
    }
    const login = await asked(`M:Q02\nX:1\nU:${ADMIN}\nP:${sha256(ADMIN_PASSWORD)}\n`)
    const head = /^VCP\n([1-9][0-9]*)\n/.exec(login)
    expect(login.length - (head?.[0].length ?? 0)).toBe(Number(head?.[1]))
    expect(login.slice(head?.[0].length)).toMatch(/^M:Q02\n([A-Z]:[^\n\r]*\n)+$/)
    const row = await asked('M:Q05\nX:2\nA:bytes-1\n')
    const [, length, payloadLength, payload] =
      /^VCP\n([0-9]+)\nM:Q05\n(?:[A-Y]:[^\n\r]*\n)+Z:([0-9]+)\n(.+)$/s.exec(row) ?? []
    expect(payload?.length).toBe(Number(payloadLength))
    expect(row.length - `VCP\n${length}\n`.length).toBe(Number(length))
    socket.close()
    await once(socket, 'close')
  })

  it.each([
    ['two of them in one WebSocket message', ['VCP\n6\nM:Q01\nVCP\n6\nM:Q01\n']],
    ['one of them in two WebSocket messages', ['VCP\n6\nM:', 'Q01\n']],
    ['a line feed behind one', ['VCP\n6\nM:Q01\n\n']],
  ])('[VCP-014] %s is no message', async (_, parts) => {
    const client = await server.login()
    for (const part of parts) client.sendBytes(part)
    expect((await client.closed).code).toBe(1002)
    expect(client.received.map(({ code }) => code)).toEqual(['Q02'])
  })

  it("a link stays its first account's: a second login on it is refused", async () => {
    await addUsers(server, { name: 'second', permission: 2, access: '' })
    const client = await server.login()
    const second = { U: 'second', P: sha256(ADMIN_PASSWORD) }
    expect((await client.request('Q02', second)).fields).toMatchObject(failedLogin('already-logged-in'))
    expect((await client.request('D01', { A: 'OF-THE-FIRST', C: '4', F: '0' })).fields.R).toBe('1')
    await client.close()
    const both = await server.connect()
    both.send('Q02', { X: '1', U: ADMIN, P: sha256(ADMIN_PASSWORD) })
    both.send('Q02', { X: '2', ...second })
    const replies = [await both.next(), await both.next()]
    expect(replies.map(({ fields }) => fields.R).sort()).toEqual(['0', '1'])
    await both.close()
  })

  it('[VCP-024] answers an unknown code with R = 0 and the reason', async () => {
    const client = await server.login()
    expect((await client.request('Y99')).fields).toMatchObject(failedMessage('unknown-message'))
    await client.close()
  })

  it('[VCP-009] [VCP-010] [VCP-027] a request says what it is in M; numbers, yes and no are text, ids in A, JSON and rows in the payload', async () => {
    const place = await startTestServer({ config: { timeZone: 5.5 } })
    const client = await place.login()
    const info = await client.request('Q01')
    expect(info.fields).toMatchObject({ D: '5.5', C: expect.stringMatching(/^\d+$/) })
    expect((await client.request('D01', { A: 'bus-1', C: '4', F: '0' })).fields.R).toBe('1')
    const row = await client.request('Q05', { A: 'bus-1' })
    expect(row).toMatchObject({ fields: { R: '1' }, text: expect.stringContaining('bus-1') })
    expect(JSON.parse((await client.request('Q11')).text)).toHaveProperty('bus-1')
    expect((await client.request('Q14', { F: 'yes' })).fields.R).toBe('0')
    expect((await client.request('Q14', { F: '0' })).fields.R).toBe('1')
    expect((await client.request('Q08', { T: '19800' })).text).toMatch(/^([0-9a-f]+(,[0-9a-f]+)*)?$/)
    const codes = client.received.map(({ code }) => code)
    expect(codes).toEqual(['Q02', 'Q01', 'D01', 'Q05', 'Q11', 'Q14', 'Q14', 'Q08'])
    for (const { fields } of client.received)
      expect(Object.keys(fields).every((key) => /^[A-Z][A-Z0-9]{0,7}$/.test(key))).toBe(true)
    client.sendBytes('VCP\n4\nX:1\n')
    expect((await client.closed).code).toBe(1002)
    await place.close()
  })

  it('[VCP-025] knows no message but the login before it', async () => {
    const client = await server.connect()
    for (const code of ['Q01', 'Q03', 'D01', 'Y99']) {
      expect((await client.request(code)).fields).toMatchObject(failedMessage('not-logged-in'))
    }
    await client.close()
  })

  it('[VCP-025] closes a link that has not logged in within 30 s, and no other', async () => {
    const clock = createManualClock()
    const timed = await startTestServer({ clock })
    const idle = await timed.connect()
    const atWork = await timed.login()
    // An answered request shows that the server has seen the link.
    await idle.request('Q01')
    clock.advance(29_999)
    expect((await idle.request('Q01')).fields.W).toBe('not logged in')
    clock.advance(1)
    expect((await idle.closed).code).toBe(1008)
    expect((await atWork.request('Q01')).fields.R).toBe('1')
    await atWork.close()
    await timed.close()
  })

  it('closes a peer that answers no ping', async () => {
    const clock = createManualClock()
    const timed = await startTestServer({ clock })
    const client = await timed.login()
    // Both within one turn of the loop: the answer to the first ping cannot have arrived.
    clock.advance(60_000)
    expect((await client.closed).code).toBe(1006)
    await timed.close()
  })
})

describe('what a link may not do', () => {
  it.each([
    ['rubbish', 'hello', 'the header is not'],
    ['a wrong length', 'VCP\n7\nM:Q03\n', 'the length says'],
    ['a repeated key', 'VCP\n14\nM:Q02\nU:a\nU:b\n', 'there twice'],
    ['a wrong escape', 'VCP\n12\nM:Q02\nU:\\x\n', ''],
    ['a wrong Z', 'VCP\n10\nM:Q03\nZ:9\n', 'Z says'],
    ['nothing', '', 'the header is not'],
  ])('[VCP-022] %s closes it with 1002', async (_, content, reason) => {
    const client = await server.connect()
    client.sendBytes(content)
    const closed = await client.closed
    expect(closed.code).toBe(1002)
    expect(closed.reason).toContain(reason)
  })

  it('[VCP-018] [VCP-022] text that is not UTF-8 closes it with 1002', async () => {
    const client = await server.connect()
    client.sendBytes(Buffer.from('564350 0a 390a 4d3a513032 0a 553a ff 0a'.replaceAll(' ', ''), 'hex'))
    expect((await client.closed).code).toBe(1002)
  })

  it('[VCP-021] too many fields, or a message above 4 MiB, closes it with 1009', async () => {
    const fields = await server.connect()
    const body = `M:Q02\nU:${'a'.repeat(70_000)}\n`
    fields.sendBytes(`VCP\n${body.length}\n${body}`)
    expect((await fields.closed).code).toBe(1009)
    const whole = await server.connect()
    whole.sendBytes(new Uint8Array(MAX_MESSAGE_BYTES + 1))
    expect((await whole.closed).code).toBe(1009)
  })

  it('a flood of messages closes it, and the others do not notice', async () => {
    const other = await server.login()
    const flood = await server.connect()
    for (let count = 0; count < 300; count++) flood.send('Q01', { X: String(count) })
    expect(await flood.closed).toEqual({ code: 1008, reason: 'too many messages' })
    expect((await other.request('Q01')).fields.R).toBe('1')
    await other.close()
  })

  it('[VCP-022] bytes of any kind leave the server as it was', async () => {
    const other = await server.login()
    const wire = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ maxLength: 60 }).map((text) => Buffer.from(`VCP\n${Buffer.byteLength(text)}\n${text}`)),
    )
    for (const bytes of fc.sample(wire, { numRuns: 150 })) {
      const client = await server.connect()
      client.sendBytes(bytes)
      const closed = await client.closed
      expect(closed.code).toBe(1002)
    }
    expect((await other.request('Q01')).fields.R).toBe('1')
    await other.close()
    await until('the links are counted off', async () => {
      const metrics = await (await fetch(`${server.url}/metrics`)).text()
      return metrics.includes('\nfleetglass_channel_connections 0\n')
    })
    expect(lines.some((line) => line.includes('message cannot be read'))).toBe(true)
  })
})

describe('a link that has not logged in', () => {
  it('keeps no more than 128 KiB of a message that it does not finish', async () => {
    const socket = connect(server.ports.main, '127.0.0.1')
    socket.on('error', () => {})
    const closed = new Promise<Buffer>((resolve) => {
      const chunks: Buffer[] = []
      socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('close', () => resolve(Buffer.concat(chunks)))
    })
    socket.write(
      'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    await new Promise((resolve) => socket.once('data', resolve))
    // The head of a masked binary message of 4 MiB - 1, and a part of it.
    socket.write(Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0, 0x3f, 0xff, 0xff, 1, 2, 3, 4]))
    socket.write(new Uint8Array(300_000))
    const received = await closed
    expect(received.includes(Buffer.from([0x03, 0xf1]))).toBe(true)
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toMatch(/fleetglass_sockets_refused_total\{listener="main",reason="too-large"\} \d/)
  })

  it('may send a long message once it has', async () => {
    const client = await server.login()
    client.send('Y99', {}, new Uint8Array(3_000_000))
    expect((await client.next()).fields.W).toBe('unknown message')
    await client.close()
  })

  it('is one of at most 128 of its address: the one that is silent longest makes room', async () => {
    const links: ChannelClient[] = []
    for (let n = 0; n < 128; n++) links.push(await server.connect())
    const next = await server.connect()
    expect((await links[0]?.closed)?.reason).toContain('too many links wait')
    expect((await next.login(ADMIN, ADMIN_PASSWORD)).fields.R).toBe('1')
    expect((await links[1]?.request('Q01'))?.fields.W).toBe('not logged in')
    await Promise.all([next, ...links.slice(1)].map((link) => link.close()))
  })
})
