// A process that sends positions as fast as it is answered, or at a given rate. Talks to its parent: {ready}, go, {report}.
import { connect, type Socket } from 'node:net'
import {
  encodeBody,
  encodeFrames,
  FrameSplitter,
  type SplitterEvent,
  terminalNumber,
  timeBytes,
} from '@fleetglass/jt808'

export interface LoadOrder {
  readonly port: number
  readonly connections: number
  readonly firstTerminal: number
  /** Positions that may be unanswered on one connection. */
  readonly window: number
  /** Positions per second of each connection; 0 = as fast as answers come. */
  readonly ratePerConnection: number
  readonly seconds: number
  /** Connections opened per second. */
  readonly connectRate: number
}

export interface LoadReport {
  readonly sent: number
  readonly acknowledged: number
  readonly refused: number
  readonly seconds: number
  readonly errors: number
}

const POSITION = 0x0200
const order = JSON.parse(process.argv[2] ?? '{}') as LoadOrder
const firstTimeS = Math.floor(Date.now() / 1000) - 6 * 3600
let sent = 0
let acknowledged = 0
let refused = 0
let errors = 0

class Vehicle {
  readonly #splitter = new FrameSplitter()
  readonly #take = (event: SplitterEvent): void => this.#took(event)
  readonly #raw: Uint8Array
  readonly #socket: Socket
  #serial = 0
  #count = 0
  #inFlight = 0

  constructor(socket: Socket, terminal: string) {
    this.#socket = socket
    this.#raw = terminalNumber(terminal, '2013').raw
    socket.on('data', (chunk: Buffer) => this.#splitter.push(chunk, this.#take))
    socket.on('error', () => errors++)
  }

  get free(): number {
    return order.window - this.#inFlight
  }

  send(positions: number): void {
    const frames: Uint8Array[] = []
    for (let n = 0; n < positions; n++) frames.push(this.#frame())
    this.#inFlight += positions
    sent += positions
    this.#socket.write(Buffer.concat(frames))
  }

  #frame(): Uint8Array {
    const localTimeS = firstTimeS + this.#count + 8 * 3600
    const step = this.#count++
    const body = encodeBody(
      {
        name: 'position',
        body: {
          alarmBits: 0,
          statusBits: 0b11,
          latE6: 24_078_600 + step * 7,
          lngE6: 120_528_500 + step * 11,
          altitudeM: 12 + (step % 40),
          speedDkmh: 300 + (step % 500),
          headingDeg: step % 360,
          localTimeS,
          timeBytes: timeBytes(localTimeS),
          items: ITEMS,
        },
      },
      '2013',
    )
    const [frame] = encodeFrames(
      { messageId: POSITION, version: '2013', terminalRaw: this.#raw, firstSerial: this.#serial },
      body,
    )
    this.#serial = (this.#serial + 1) & 0xffff
    return frame as Uint8Array
  }

  #took(event: SplitterEvent): void {
    if (event.kind === 'bad') {
      errors++
      return
    }
    const { bytes } = event
    if (bytes[0] !== 0x80 || bytes[1] !== 0x01) return
    this.#inFlight -= 1
    if (bytes[bytes.length - 1] === 0) acknowledged++
    else refused++
  }
}

/** Odometer, fuel, signal, satellites, supply: what recorders send all the time. */
const ITEMS = [
  { id: 0x01, value: Uint8Array.of(0, 1, 0x86, 0xa0) },
  { id: 0x02, value: Uint8Array.of(1, 0xf4) },
  { id: 0x30, value: Uint8Array.of(25) },
  { id: 0x31, value: Uint8Array.of(12) },
  { id: 0x61, value: Uint8Array.of(9, 0x60) },
]

async function open(): Promise<Vehicle[]> {
  const vehicles: Vehicle[] = []
  for (let n = 0; n < order.connections; n++) {
    const socket = connect({ port: order.port, host: '127.0.0.1', noDelay: true })
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    vehicles.push(new Vehicle(socket, String(order.firstTerminal + n)))
    if (n % 50 === 49) await new Promise((resolve) => setTimeout(resolve, (50 / order.connectRate) * 1000))
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
while (acknowledged + refused < sent && performance.now() < drainEndMs) await pause(20)
const report: LoadReport = { sent, acknowledged, refused, seconds, errors }
process.send?.({ ...report, acknowledgedInTime }, () => process.exit(0))

async function asFastAsAnswered(): Promise<void> {
  while (performance.now() < endMs) {
    for (const vehicle of vehicles) if (vehicle.free * 2 >= order.window) vehicle.send(vehicle.free)
    await pause(1)
  }
}

/** Each vehicle at its own moment within the period, as a fleet does. */
async function atRate(): Promise<void> {
  let due = 0
  while (performance.now() < endMs) {
    const wanted = Math.floor(((performance.now() - startedMs) / 1000) * order.ratePerConnection * vehicles.length)
    for (; due < wanted; due++) vehicles[due % vehicles.length]?.send(1)
    await pause(2)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
