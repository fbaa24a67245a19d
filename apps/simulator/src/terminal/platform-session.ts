import { connect } from 'node:net'
import type { Header, Message } from '@fleetglass/jt808'
import type { Random } from '../drive/index.ts'
import type { Faults } from '../scenarios/faults.ts'
import { Connection, type ConnectionOwner } from './connection.ts'
import type { DeviceCounters, DeviceSetup } from './device.types.ts'
import { authenticationOf, registrationOf } from './introduction.ts'
import { ParameterId, type Parameters } from './parameters.ts'
import {
  dueMs,
  next,
  type Session,
  type SessionEffect,
  type SessionEvent,
  type SessionTimes,
} from './session.machine.ts'

/** What the device does about its session. */
export interface SessionOwner {
  /** The session is authenticated: the device may send its reports. */
  online(): void
  heartbeat(): void
  /** The connection has ended; what was sent and not acknowledged is sent again later. */
  ended(): void
  /** A message that is not about the session itself. */
  received(header: Header, message: Message): void
  /** 0x8001 to a message of the device. */
  acknowledged(body: PlatformAnswer): void
  /** The session may be due at another time than before. */
  rescheduled(): void
}

interface PlatformAnswer {
  readonly answeredSerial: number
  readonly answeredId: number
  readonly result: number
}

interface Server {
  readonly host: string
  readonly port: number
}

const CONNECT_MS = 10_000
const AUTHENTICATION = 0x0102
const SERVER_PARAMETERS = [ParameterId.serverAddress, ParameterId.tcpPort, ParameterId.udpPort] as const

/** A device on its platform: chooses the server, connects, registers, authenticates, and connects again after a loss. */
export class PlatformSession implements ConnectionOwner {
  readonly #setup: DeviceSetup
  readonly #parameters: Parameters
  readonly #faults: Readonly<Faults>
  readonly #counters: DeviceCounters
  readonly #owner: SessionOwner
  readonly #firmware: () => string
  readonly #connection: Connection
  #session: Session
  #code: string | null = null
  #server: Server
  #lastFailure: string | null = null

  constructor(deps: {
    readonly setup: DeviceSetup
    readonly parameters: Parameters
    readonly faults: Faults
    readonly counters: DeviceCounters
    readonly random: Random
    /** Its version; 0x0102 of 2019 names it. */
    readonly firmware: () => string
    readonly owner: SessionOwner
  }) {
    const { setup, faults, random } = deps
    this.#setup = setup
    this.#parameters = deps.parameters
    this.#faults = faults
    this.#counters = deps.counters
    this.#owner = deps.owner
    this.#firmware = deps.firmware
    this.#server = { host: setup.host, port: setup.port }
    const nowMs = (): number => setup.wheel.nowMs()
    this.#connection = new Connection(setup.identity, setup.transport, faults, this, { random, nowMs })
    this.#session = { kind: 'waiting', untilMs: setup.startMs, failures: 0 }
  }

  get state(): Session['kind'] {
    return this.#session.kind
  }

  get lastFailure(): string | null {
    return this.#lastFailure
  }

  get times(): SessionTimes {
    const udp = this.#setup.transport === 'udp'
    const parameters = this.#parameters
    return {
      heartbeatMs: Math.max(1, parameters.number(ParameterId.heartbeatS)) * 1000,
      answerMs: Math.max(1, parameters.number(udp ? ParameterId.udpAnswerS : ParameterId.tcpAnswerS)) * 1000,
      retries: parameters.number(udp ? ParameterId.udpRetries : ParameterId.tcpRetries),
      connectMs: CONNECT_MS,
    }
  }

  get dueMs(): number {
    return dueMs(this.#session, this.times)
  }

  handle(event: SessionEvent): void {
    const { session, effects } = next(this.#session, event, this.#setup.wheel.nowMs(), this.times)
    this.#session = session
    for (const effect of effects) this.#perform(effect)
    if (effects.length > 0) this.#owner.rescheduled()
  }

  send(message: Message, again?: number): number {
    return this.#connection.send(message, again)
  }

  sendAgain(firstSerial: number, packetNumbers: readonly number[]): boolean {
    return this.#connection.sendAgain(firstSerial, packetNumbers)
  }

  /** What the platform gave it, or its number. */
  get code(): string {
    return this.#code ?? this.#setup.identity.terminal.id
  }

  /** Leaves for `awayMs`; `forget` registers anew, `server` is another platform for a while. */
  restart(options: { readonly awayMs: number; readonly forget?: boolean; readonly server?: Server }): void {
    if (options.forget) this.#code = null
    if (options.server?.host) this.#server = options.server
    else this.#server = this.#serverSet()
    this.handle({ kind: 'restart', awayMs: options.awayMs })
  }

  /** Whether 0x8103 has set another server than the one that the session is with, and it accepts connections. */
  async reachesOther(): Promise<boolean> {
    if (!this.#isElsewhere()) return false
    // A recorder with a server that nobody runs stays where it is.
    return this.#setup.transport === 'udp' || (await accepts(this.#serverSet()))
  }

  #isElsewhere(): boolean {
    if (!SERVER_PARAMETERS.some((id) => this.#parameters.has(id))) return false
    const { host, port } = this.#serverSet()
    return host !== this.#server.host || port !== this.#server.port
  }

  /** Ends the connection as a lost network does: the platform is not informed. */
  cut(): void {
    this.#connection.cut()
    this.#counters.disconnects += 1
    this.#owner.ended()
    this.handle({ kind: 'disconnected' })
  }

  async close(): Promise<void> {
    await this.#connection.close()
  }

  connected(): void {
    this.#counters.connects += 1
    this.handle({ kind: 'connected', hasCode: this.#code !== null })
  }

  lost(reason: string): void {
    this.#lastFailure = reason
    if (this.#session.kind !== 'connecting') this.#counters.disconnects += 1
    this.#owner.ended()
    this.handle({ kind: 'disconnected' })
    this.#owner.rescheduled()
  }

  badFrame(): void {
    this.#counters.badFrames += 1
  }

  received(header: Header, message: Message): void {
    switch (message.name) {
      case 'registrationAnswer':
        if (message.body.result === 0) this.#code = message.body.code ?? ''
        this.handle({ kind: 'registered', result: message.body.result })
        return
      case 'platformAnswer':
        if (message.body.answeredId === AUTHENTICATION) {
          this.handle({ kind: 'authenticated', result: message.body.result })
        } else this.#owner.acknowledged(message.body)
        return
      default:
        this.#owner.received(header, message)
    }
  }

  #perform(effect: SessionEffect): void {
    const { identity } = this.#setup
    switch (effect) {
      case 'connect':
        if (this.#faults.cutLink) this.handle({ kind: 'disconnected' })
        else this.#connection.open(this.#server.host, this.#server.port)
        return
      case 'disconnect':
        void this.#connection.close()
        this.#owner.ended()
        return
      case 'register':
        this.#connection.send({
          name: 'registration',
          body: registrationOf({ ...identity, plate: this.#faults.plate || identity.plate }),
        })
        return
      case 'authenticate': {
        const body = authenticationOf(identity, this.#code ?? identity.terminal.id, this.#firmware())
        this.#connection.send({ name: 'authentication', body })
        return
      }
      case 'heartbeat':
        this.#owner.heartbeat()
        return
      case 'forget-code':
        this.#code = null
        return
      case 'online':
        this.#owner.online()
        return
    }
  }

  /** Where the parameters say. 2019 writes `host:port`. */
  #serverSet(): Server {
    const parameters = this.#parameters
    const [address = '', port = ''] = parameters.text(ParameterId.serverAddress).split(';')[0]!.split(':')
    const portId = this.#setup.transport === 'udp' ? ParameterId.udpPort : ParameterId.tcpPort
    return { host: address, port: Number(port) || parameters.number(portId) }
  }
}

async function accepts({ host, port }: Server): Promise<boolean> {
  if (port < 1 || port > 65_535) return false
  return await new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS })
    const end = (isAccepted: boolean): void => {
      socket.destroy()
      resolve(isAccepted)
    }
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
    socket.once('error', () => end(false))
  })
}
