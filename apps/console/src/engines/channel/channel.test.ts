import { decodeVcp, encodeVcp, type VcpMessage } from '@fleetglass/vcp'
import { describe, expect, it } from 'vitest'
import type { Clock } from '../../platform/clock/index.ts'
import { createChannel, type SocketLike } from './channel.ts'

/** A socket whose other end is the test. */
class TestSocket implements SocketLike {
  binaryType: BinaryType = 'blob'
  onopen: SocketLike['onopen'] = null
  onmessage: SocketLike['onmessage'] = null
  onclose: SocketLike['onclose'] = null
  readonly sent: VcpMessage[] = []
  closed = false
  readonly url: string
  constructor(url: string) {
    this.url = url
  }
  send(text: string): void {
    const read = decodeVcp(new TextEncoder().encode(text))
    if (read.ok) this.sent.push(read.value)
  }
  close(): void {
    this.closed = true
  }
  reply(index: number, fields: Record<string, string>, payload?: string): void {
    const { code, fields: asked } = this.sent[index]!
    const bytes = encodeVcp({
      code,
      fields: { ...fields, X: asked.X ?? '' },
      ...(payload === undefined ? {} : { payload: new TextEncoder().encode(payload) }),
    })
    this.text(new TextDecoder().decode(bytes))
  }
  text(text: string): void {
    this.onmessage?.(new MessageEvent('message', { data: text }))
  }
}

/** A clock that stands still until it is moved. */
function testClock() {
  let nowMs = 0
  const timers = new Set<{ atMs: number; task: () => void }>()
  const after: Clock['after'] = (delayMs, task) => {
    const timer = { atMs: nowMs + delayMs, task }
    timers.add(timer)
    return { cancel: () => void timers.delete(timer) }
  }
  const clock: Clock = { nowMs: () => nowMs, monotonicMs: () => nowMs, after, every: after }
  const advance = (byMs: number): void => {
    nowMs += byMs
    for (const timer of [...timers]) if (timer.atMs <= nowMs && timers.delete(timer)) timer.task()
  }
  return { clock, advance }
}

function setUp() {
  const sockets: TestSocket[] = []
  const { clock, advance } = testClock()
  const openSocket = (url: string) => {
    const socket = new TestSocket(url)
    sockets.push(socket)
    return socket
  }
  const logged: string[] = []
  const channel = createChannel({ clock, openSocket, log: (text) => logged.push(text) })
  const target = { host: 'fleet.test', port: 24_680, streamPort: null, secure: false }
  channel.login(target, { user: 'admin', passwordHash: 'F'.repeat(64) })
  return { channel, sockets, advance, logged, target }
}

async function loggedIn() {
  const site = setUp()
  const [socket] = site.sockets
  socket!.onopen?.(undefined as never)
  socket!.reply(0, { R: '1', A: '0', U: 'admin', P: 'F'.repeat(64), D: '1' })
  await Promise.resolve()
  return { ...site, socket: socket! }
}

describe('the main channel', () => {
  it('[VCP-003] [VCP-029] [VCP-030] goes to ws on an http page and logs in with user and hash', async () => {
    const { channel, socket } = await loggedIn()
    expect(socket.url).toBe('ws://fleet.test:24680/')
    expect(socket.sent[0]).toMatchObject({ code: 'Q02', fields: { U: 'admin', P: 'F'.repeat(64) } })
    expect(channel.state.getState().kind).toBe('online')
  })

  it('[VCP-003] goes to wss on an https page', () => {
    const { channel, sockets, target } = setUp()
    channel.login({ ...target, secure: true }, { user: 'admin', passwordHash: 'F'.repeat(64) })
    expect(sockets.at(-1)?.url).toBe('wss://fleet.test:24680/')
  })

  it('[VCP-023] gives each answer to its own question, in whatever order they come', async () => {
    const { channel, socket } = await loggedIn()
    const first = channel.request({ code: 'Q05', fields: { A: 'a' } })
    const second = channel.request({ code: 'Q05', fields: { A: 'b' } })
    socket.reply(2, { R: '1' }, 'row b')
    socket.reply(1, { R: '0', W: 'no such device' })
    expect(await second).toMatchObject({ ok: true })
    expect(await first).toEqual({ ok: false, kind: 'refused', reason: 'no such device' })
  })

  it.each(['reply', 'refusal', 'time-out', 'closed link'])(
    '[SYNC-16] [SYNC-17] a format pauses polling until it is over: %s',
    async (end) => {
      const { channel, socket, advance } = await loggedIn()
      expect(channel.isPollingPaused).toBe(false)
      const reply = channel.request({ code: 'S03', waitMs: 60_000, pausesPolling: true })
      void channel.request({ code: 'Q01' })
      advance(30_000)
      expect(channel.isPollingPaused).toBe(true)
      if (end === 'reply') socket.reply(1, { R: '1' })
      else if (end === 'refusal') socket.reply(1, { R: '0', W: 'no' })
      else if (end === 'time-out') advance(30_000)
      else socket.onclose?.(undefined as never)
      await reply
      expect(channel.isPollingPaused).toBe(false)
    },
  )

  it('[VCP-026] a question without an answer has failed after 30 s', async () => {
    const { channel, advance } = await loggedIn()
    const reply = channel.request({ code: 'Q01' })
    advance(30_000)
    expect(await reply).toMatchObject({ ok: false, kind: 'timeout' })
  })

  it('an endless request lives for as long as the server speaks, and fails 30 s after its last word', async () => {
    const { channel, socket, advance } = await loggedIn()
    const taken: unknown[] = []
    const parts = { endless: true, take: (message: unknown) => taken.push(message), last: () => false }
    const reply = channel.request({ code: 'Q14', parts })
    for (let n = 0; n < 5; n++) {
      advance(29_000)
      socket.reply(1, { R: '1' }, 'row')
    }
    expect(taken).toHaveLength(5)
    advance(30_000)
    expect(await reply).toMatchObject({ ok: false, kind: 'timeout' })
    socket.reply(1, { R: '1' }, 'row')
    expect(taken).toHaveLength(5)
  })

  it('a silence of the whole link is reported as long as it lasts, whatever message ends it', async () => {
    const { channel, socket, advance } = await loggedIn()
    const told: string[] = []
    const silences = [{ afterMs: 8_000, notify: () => told.push('late') }]
    void channel.request({ code: 'Q14', parts: { endless: true, take: () => {}, last: () => false, silences } })
    const other = channel.request({ code: 'Q05' })
    advance(7_000)
    socket.reply(2, { R: '1' }, 'row')
    await other
    advance(7_999)
    expect(told).toEqual([])
    advance(1)
    expect(told).toEqual(['late'])
    advance(8_000)
    expect(told).toEqual(['late', 'late'])
    socket.onclose?.(undefined as never)
    advance(9_000)
    expect(told).toEqual(['late', 'late'])
  })

  it('a link that is given up is closed and opened again 10 s later', async () => {
    const { channel, socket, sockets, advance, logged } = await loggedIn()
    const reply = channel.request({ code: 'Q01' })
    channel.giveUp('nothing heard')
    expect(await reply).toMatchObject({ ok: false, kind: 'closed' })
    expect([socket.closed, channel.state.getState().kind, logged]).toEqual([
      true,
      'waiting',
      ['main channel: nothing heard'],
    ])
    advance(10_000)
    expect(sockets).toHaveLength(2)
  })

  it('[LOGIN-35] opens the link again 10 s after it closed, not sooner', async () => {
    const { socket, sockets, advance } = await loggedIn()
    socket.onclose?.(undefined as never)
    advance(9_999)
    expect(sockets).toHaveLength(1)
    advance(1)
    expect(sockets).toHaveLength(2)
  })

  it('[LOGIN-34] a refused login closes the link and opens none again', async () => {
    const { channel, sockets, advance } = setUp()
    sockets[0]!.onopen?.(undefined as never)
    sockets[0]!.reply(0, { R: '0', W: 'wrong user or password' })
    await Promise.resolve()
    expect([channel.state.getState().kind, sockets[0]!.closed]).toEqual(['refused', true])
    advance(60_000)
    expect(sockets).toHaveLength(1)
  })

  it('[VCP-022] a malformed message closes the link, fails what is under way and is logged without its text', async () => {
    const { channel, socket, logged } = await loggedIn()
    const reply = channel.request({ code: 'Q01' })
    socket.text('VCP\n5\nsecret')
    expect(await reply).toMatchObject({ ok: false, kind: 'closed' })
    expect([socket.closed, channel.state.getState().kind]).toEqual([true, 'waiting'])
    expect(logged.join()).toContain('malformed')
    expect(logged.join()).not.toContain('secret')
  })

  it('a late event of a link that was given up changes nothing', async () => {
    const { channel, socket, target } = await loggedIn()
    const close = socket.onclose
    channel.login(target, { user: 'other', passwordHash: 'E' })
    close?.(undefined as never)
    expect(channel.state.getState().kind).toBe('connecting')
  })
})
