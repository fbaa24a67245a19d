// Throws bad bytes at every listener of a real server for a bounded time and looks whether anybody but the thrower
// noticed: `npm run fuzz` (ten minutes), `node scripts/fuzz.ts --seconds 60 --seed 7`. Last line: N passed, N failed.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { DeviceClient, positionMessage } from '../apps/server/test/devices/device-client.ts'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from '../apps/server/test/recordings/server-child.ts'
import { hashPassword, Operator } from '../tools/site/operator.ts'
import { channelMessage, mediaBytes, type Random, seeded, signallingBytes, webBytes } from './fuzz/bytes.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string' }, seed: { type: 'string' } } })
const seconds = Number(values.seconds ?? 600)
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)

/** Memory is compared after the first fifth (everything was used once) and at the end, each time after a rest. */
const REST_MS = 4_000
/** How much more may be in use at the end: pages that the allocator reuses later. */
const MARGIN_MB = 64

/** Attackers of each listener at the same time. */
const LANES = [1, 2, 3]

/**
 * The address of the harness. The attackers' wrong logins delay every client at 127.0.0.1, as they should; Linux answers
 * on all of 127.0.0.0/8, so that a client of another address is not delayed.
 */
const OWN_ADDRESS = '127.0.0.2'

const GOOD_TCP = '13600000001'
const GOOD_UDP = '13600000002'

console.log(`fuzz: ${seconds} s, seed ${seed}`)
const data = mkdtempSync(join(tmpdir(), 'fleetglass-fuzz-'))
const results: { what: string; ok: boolean; detail: string }[] = []
const check = (what: string, ok: boolean, detail = ''): void => {
  results.push({ what, ok, detail })
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${what}${detail ? `: ${detail}` : ''}`)
}

let server: ServerChild | null = null
try {
  server = await startServerChild({ data, settings: { 'log-level': 'info' }, inspect: true })
  await run(server)
} catch (error) {
  check('the run came to its end', false, error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  await server?.kill()
  rmSync(data, { recursive: true, force: true })
}
const failed = results.filter((result) => !result.ok).length
console.log(`${results.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

async function run(target: ServerChild): Promise<void> {
  const address = { host: '127.0.0.1', mainPort: target.ports.main, streamPort: target.ports.streams }
  const operator = await Operator.login(address, 'admin', CHILD_PASSWORD)
  for (const id of [GOOD_TCP, GOOD_UDP]) await operator.request('D01', { A: id, C: '4' })
  const witnesses = await Promise.all([
    witness('TCP', await DeviceClient.tcp(target.ports.signalling, GOOD_TCP)),
    witness('UDP', await DeviceClient.udp(target.ports.signalling, GOOD_UDP)),
  ])

  const counts = new Map<string, number>()
  await attackFor(target, seconds * 200, counts)
  const beforeMb = await settledMb(target)
  await attackFor(target, seconds * 800, counts)
  const afterMb = await settledMb(target)

  check('the process is alive', target.isAlive())
  if (!target.isAlive()) {
    console.log(target.log().slice(-4_000))
    return
  }
  const figures = `${beforeMb.toFixed(0)} MB after warming up, ${afterMb.toFixed(0)} MB at the end, margin ${MARGIN_MB} MB`
  check('memory is flat', afterMb - beforeMb <= MARGIN_MB, figures)
  for (const one of witnesses) await one.judge(target)
  await serves(target, operator)
  const bad = await target.metric('fleetglass_signalling_bad_frames_total')
  check('bad frames are counted', bad > 0, String(bad))
  for (const [name, count] of counts) check(`${name} was attacked`, count > 0, `${count} times`)
  operator.close()
}

/** Resident memory after a rest and two full collections; 0 when the process is gone. */
async function settledMb(target: ServerChild): Promise<number> {
  for (let n = 0; n < 2 && target.isAlive(); n++) {
    await pause(REST_MS / 2)
    await target.collectGarbage()
  }
  await pause(500)
  return target.isAlive() ? target.rssMb() : 0
}

/** A device that only does what it should, all the time: a position a second, each to be acknowledged. */
async function witness(name: string, device: DeviceClient) {
  const times: number[] = []
  let late = 0
  let closed = false
  let over = false
  void device.closed.then(() => (closed = true))
  const firstS = Math.floor(Date.now() / 1000) - 80_000
  const working = (async () => {
    for (let n = 0; !over && !closed; n++) {
      const timeS = firstS + n
      // A datagram may be lost in the flood; the device sends it again, as devices do.
      let answered = false
      for (let attempt = 0; attempt < 5 && !answered && !over; attempt++) {
        answered = await within(3_000, device.answerTo(device.send(positionMessage(timeS))))
      }
      if (answered) times.push(timeS)
      else if (!over) late++
      await pause(500)
    }
  })()
  return {
    async judge(target: ServerChild): Promise<void> {
      const stayed = !closed
      over = true
      await working
      check(`the good device on ${name} stayed connected`, stayed)
      check(`each of its positions was acknowledged`, late === 0 && times.length > 0, `${times.length}, ${late} not`)
      const id = name === 'TCP' ? GOOD_TCP : GOOD_UDP
      const stored = new Set(await track(target, id, firstS, firstS + 80_000))
      const missing = times.filter((timeS) => !stored.has(timeS)).length
      check(`and is in its track`, missing === 0, `${missing} missing of ${times.length}`)
      await device.close()
    },
  }
}

async function track(target: ServerChild, deviceid: string, start: number, end: number): Promise<number[]> {
  const call = { username: 'admin', password: hashPassword(CHILD_PASSWORD), deviceid, start, end }
  const answer = await ask(target.ports.http, 'POST', '/api/gps', call)
  return (JSON.parse(answer) as { time: number }[]).map((point) => point.time / 1000)
}

/** A call from the harness's own address; a refusal is an error with the server's answer. */
async function ask(port: number, method: string, path: string, body?: unknown): Promise<string> {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' }
  const call = request({ host: '127.0.0.1', port, path, method, headers, localAddress: OWN_ADDRESS })
  call.end(body === undefined ? undefined : JSON.stringify(body))
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  const answer = await text(response)
  if (response.statusCode !== 200) throw new Error(`${method} ${path} answered ${response.statusCode}: ${answer}`)
  return answer
}

/** After all of it each listener still does its work for a newcomer. */
async function serves(target: ServerChild, operator: Operator): Promise<void> {
  check('the web listener answers', (await ask(target.ports.http, 'GET', '/healthz')) !== '')
  const rows = await operator.devices()
  check(
    'the main channel answers on the link that was open all the time',
    rows.some((row) => row.deviceId === GOOD_TCP),
  )
  const newcomer = await DeviceClient.tcp(target.ports.signalling, '13600000003')
  check(
    'a new device is answered',
    await within(3_000, newcomer.answerTo(newcomer.send({ name: 'heartbeat', body: {} }))),
  )
  await newcomer.close()
  const stream = new WebSocket(`ws://127.0.0.1:${target.ports.streams}/ws.cgi?deviceid=1&channel=1&user=x&password=y`)
  const closed = new Promise((resolve) => stream.addEventListener('close', resolve, { once: true }))
  check('the stream listener refuses a wrong password', await within(5_000, closed))
  const media = connect(target.ports.media, '127.0.0.1')
  const opened = new Promise((resolve) => media.once('connect', resolve))
  check('the media listener accepts', await within(3_000, opened))
  media.destroy()
}

async function attackFor(target: ServerChild, ms: number, counts: Map<string, number>): Promise<void> {
  const endMs = performance.now() + ms
  const random = seeded(seed + counts.size)
  const { signalling, media, http, main, streams } = target.ports
  const attacks: readonly [string, () => Promise<void>][] = [
    ['808 over TCP', () => throwTcp(signalling, signallingBytes, random)],
    ['808 over UDP', () => throwUdp(signalling, signallingBytes, random)],
    ['1078 over TCP', () => throwTcp(media, mediaBytes, random)],
    ['1078 over UDP', () => throwUdp(media, mediaBytes, random)],
    ['http', () => throwTcp(http, webBytes, random)],
    ['the main channel', () => throwMessages(`ws://127.0.0.1:${main}/`, random)],
    ['the main channel below its WebSocket', () => throwTcp(main, webBytes, random)],
    ['the streams', () => throwMessages(`ws://127.0.0.1:${streams}/ws.cgi?${streamQuery(random)}`, random)],
    ['the streams below their WebSocket', () => throwTcp(streams, webBytes, random)],
  ]
  await Promise.all(
    LANES.flatMap(() => attacks).map(async ([name, attack]) => {
      while (performance.now() < endMs && target.isAlive()) {
        await attack()
        counts.set(name, (counts.get(name) ?? 0) + 1)
      }
    }),
  )
}

/** Some attacks hang up at once, some wait to be hung up on, some write on into a closed door. */
async function throwTcp(port: number, make: (random: Random) => Uint8Array, random: Random): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const throws = 1 + random.below(4)
  for (let n = 0; n < throws && !socket.destroyed; n++) {
    const bytes = make(random)
    const cut = random.below(bytes.length + 1)
    socket.write(bytes.subarray(0, cut))
    if (random.below(3) === 0) await pause(1)
    socket.write(bytes.subarray(cut))
  }
  socket.resume()
  if (random.below(2) === 0) socket.end()
  await within(50 + random.below(200), closed)
  socket.destroy()
  await closed
}

async function throwUdp(port: number, make: (random: Random) => Uint8Array, random: Random): Promise<void> {
  const socket = createSocket('udp4')
  socket.on('error', () => undefined)
  for (let n = 0; n < 20; n++) {
    const bytes = make(random).subarray(0, random.pick([1, 20, 1_000, 9_000, 60_000]))
    await new Promise((resolve) => socket.send(bytes, port, '127.0.0.1', resolve))
  }
  await pause(10)
  socket.close()
}

async function throwMessages(url: string, random: Random): Promise<void> {
  const socket = new WebSocket(url)
  const closed = new Promise((resolve) => socket.addEventListener('close', resolve, { once: true }))
  socket.addEventListener('error', () => undefined)
  await within(500, new Promise((resolve) => socket.addEventListener('open', resolve, { once: true })))
  for (let n = 0; n < 5 && socket.readyState === WebSocket.OPEN; n++) {
    const bytes = channelMessage(random)
    socket.send(random.below(2) === 0 ? (bytes as Uint8Array<ArrayBuffer>) : new TextDecoder().decode(bytes))
  }
  await within(100, closed)
  socket.close()
  await within(1_000, closed)
}

function streamQuery(random: Random): string {
  const noise = () => encodeURIComponent(String.fromCharCode(...random.bytes(random.below(60))))
  return `deviceid=${random.pick([GOOD_TCP, noise(), '*', 'broadcast', ''])}&channel=${random.pick(['1', '-1', noise()])}&user=${noise()}&password=${noise()}&type=${random.pick(['lopb', 'talk', ''])}&spbtime=${random.below(2 ** 31)}`
}

async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const done = work.then(
    () => true,
    () => false,
  )
  const result = await Promise.race([done, late])
  clearTimeout(timer)
  return result
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
