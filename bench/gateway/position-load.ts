// A process that sends positions as fast as it is answered, or at a given rate. Talks to its parent: {ready}, go, {report}.
import { connect, type Socket } from 'node:net'
import { FrameSplitter, type SplitterEvent } from '@fleetglass/jt808'
import { introduction } from './introduction.ts'
import { MOST_BYTES, PositionFrames } from './position-frames.ts'

export interface LoadOrder {
  readonly port: number
  readonly connections: number
  readonly firstTerminal: number
  /** Registers and authenticates each device when it connects. */
  readonly introduce?: boolean
  /** Device time of each vehicle's first position, unix seconds. */
  readonly firstTimeS: number
  /** Device time from one position of a vehicle to its next; 1 where it is left out. */
  readonly stepS?: number
  /** Positions of each vehicle; a vehicle that has sent them is done. */
  readonly positionsEach?: number
  /** Positions that may be unanswered on one connection. */
  readonly window: number
  /** Positions per second of each connection; 0 = as fast as answers come. */
  readonly ratePerConnection: number
  /** Positions that leave in one write, at the rate; 1 where it is left out. */
  readonly atOnce?: number
  readonly seconds: number
  /** Connections opened per second. */
  readonly connectRate: number
}

export interface LoadReport {
  readonly sent: number
  readonly acknowledged: number
  /** Of each vehicle. */
  readonly acknowledgedEach: readonly number[]
  readonly rejected: number
  readonly seconds: number
  readonly errors: number
  /** Device time of the last position of any vehicle. */
  readonly lastTimeS: number
}

const order = JSON.parse(process.argv[2] ?? '{}') as LoadOrder
const { firstTimeS, stepS = 1, positionsEach = Number.POSITIVE_INFINITY } = order
let lastTimeS = firstTimeS
let introduced = 0
const AUTHENTICATION = 0x0102
const POSITION = 0x0200
let sent = 0
let acknowledged = 0
let rejected = 0
let errors = 0

class Vehicle {
  readonly #splitter = new FrameSplitter()
  readonly #take = (event: SplitterEvent): void => this.#took(event)
  readonly #frames: PositionFrames
  readonly #socket: Socket
  #count = 0
  acknowledged = 0
  #inFlight = 0

  constructor(socket: Socket, terminal: string) {
    this.#socket = socket
    this.#frames = new PositionFrames(terminal)
    socket.on('data', (chunk: Buffer) => this.#splitter.push(chunk, this.#take))
    socket.on('error', () => errors++)
    if (order.introduce) socket.write(introduction(terminal))
  }

  /** Positions that may be sent now. */
  get free(): number {
    return Math.min(order.window - this.#inFlight, this.unsent)
  }

  get unsent(): number {
    return positionsEach - this.#count
  }

  get isDone(): boolean {
    return this.unsent === 0 && this.#inFlight === 0
  }

  send(positions: number): void {
    const bytes = new Uint8Array(positions * MOST_BYTES)
    let end = 0
    for (let n = 0; n < positions; n++, this.#count++) {
      end = this.#frames.write(bytes, end, this.#count & 0xffff, firstTimeS + this.#count * stepS)
    }
    lastTimeS = Math.max(lastTimeS, firstTimeS + (this.#count - 1) * stepS)
    this.#inFlight += positions
    sent += positions
    this.#socket.write(bytes.subarray(0, end))
  }

  #took(event: SplitterEvent): void {
    if (event.kind === 'bad') {
      errors++
      return
    }
    const { bytes } = event
    if (bytes[0] !== 0x80 || bytes[1] !== 0x01) return
    const answered = (bytes[bytes.length - 3]! << 8) | bytes[bytes.length - 2]!
    if (answered === AUTHENTICATION && bytes[bytes.length - 1] === 0) introduced++
    if (answered !== POSITION) return
    this.#inFlight -= 1
    if (bytes[bytes.length - 1] !== 0) rejected++
    else {
      acknowledged++
      this.acknowledged++
    }
  }
}

async function open(): Promise<Vehicle[]> {
  const vehicles: Vehicle[] = []
  for (let n = 0; n < order.connections; n++) {
    const socket = connect({ port: order.port, host: '127.0.0.1', noDelay: true })
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    vehicles.push(new Vehicle(socket, String(order.firstTerminal + n)))
    if (n % 50 === 49) await new Promise((resolve) => setTimeout(resolve, (50 / order.connectRate) * 1000))
  }
  const endMs = performance.now() + 30_000
  while (order.introduce && introduced < order.connections) {
    if (performance.now() > endMs) throw new Error(`only ${introduced} devices were let in within 30 s`)
    await pause(20)
  }
  return vehicles
}

const vehicles = await open()
process.send?.('ready')
await new Promise((resolve) => process.once('message', resolve))

const startedMs = performance.now()
const endMs = startedMs + order.seconds * 1000
if (order.ratePerConnection > 0) await atRate()
else await asFastAsAnswered()
const seconds = (performance.now() - startedMs) / 1000
const acknowledgedInTime = acknowledged
const drainEndMs = performance.now() + 10_000
while (acknowledged + rejected < sent && performance.now() < drainEndMs) await pause(20)
const acknowledgedEach = vehicles.map((vehicle) => vehicle.acknowledged)
const report: LoadReport = { sent, acknowledged, acknowledgedEach, rejected, seconds, errors, lastTimeS }
process.send?.({ ...report, acknowledgedInTime }, () => process.exit(0))

async function asFastAsAnswered(): Promise<void> {
  while (performance.now() < endMs && !vehicles.every((vehicle) => vehicle.isDone)) {
    for (const vehicle of vehicles) {
      const { free } = vehicle
      if (free * 2 >= order.window || (free > 0 && free === vehicle.unsent)) vehicle.send(free)
    }
    await pause(1)
  }
}

/** Each vehicle at its own moment within the period, as a fleet does. */
async function atRate(): Promise<void> {
  const { atOnce = 1 } = order
  let due = 0
  while (performance.now() < endMs) {
    const rate = (order.ratePerConnection / atOnce) * vehicles.length
    const wanted = Math.floor(((performance.now() - startedMs) / 1000) * rate)
    for (; due < wanted; due++) vehicles[due % vehicles.length]?.send(atOnce)
    await pause(2)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
