import type { Header, Message } from '@fleetglass/jt808'
import { encodeSignalling } from '@fleetglass/jt1078'
import type { CameraOrder, Cameras, MediaCounters, Speaker } from '../camera/index.ts'
import { randomFrom } from '../drive/index.ts'
import { WheelTask } from '../platform/clock/index.ts'
import { type Faults, noFaults } from '../scenarios/faults.ts'
import { answer, type Terminal } from './answers.ts'
import { Connection, type ConnectionOwner } from './connection.ts'
import type { DeviceCounters, DevicePosition, DeviceSetup } from './device.types.ts'
import { Footage } from './footage.ts'
import type { Identity } from './identity.ts'
import { authenticationOf, driverCardOf, registrationOf } from './introduction.ts'
import { ParameterId, Parameters } from './parameters.ts'
import { Reports } from './reports.ts'
import {
  dueMs,
  next,
  type Session,
  type SessionEffect,
  type SessionEvent,
  type SessionTimes,
} from './session.machine.ts'

/** What a connection is doing, for those who watch. */
export type DeviceState = Session['kind']

const CONNECT_MS = 10_000
const SERVER_PARAMETERS = [ParameterId.serverAddress, ParameterId.tcpPort, ParameterId.udpPort] as const

/** One recorder in one vehicle: a session on the platform, points, parameters, cameras. Ends with `close`. */
export class SimulatedDevice extends WheelTask implements ConnectionOwner, Terminal {
  readonly identity: Identity
  readonly parameters: Parameters
  readonly channels: number
  readonly counters: DeviceCounters = {
    connects: 0,
    disconnects: 0,
    positionsSent: 0,
    positionsAcknowledged: 0,
    commandsAnswered: 0,
    badFrames: 0,
  }
  readonly #setup: DeviceSetup
  readonly #faults: Faults = noFaults()
  readonly #connection: Connection
  readonly reports: Reports
  readonly footage: Footage
  #session: Session
  #code: string | null = null
  #server: { host: string; port: number }
  #lastText: string | null = null
  #lastFailure: string | null = null

  constructor(setup: DeviceSetup) {
    super()
    this.#setup = setup
    this.identity = setup.identity
    this.channels = setup.channels
    this.parameters = new Parameters({
      host: setup.host,
      port: setup.port,
      intervalS: setup.intervalS,
      plate: setup.identity.plate,
      plateColour: setup.identity.plateColour,
      channels: setup.channels,
      driver: setup.identity.driver.name,
      portInAddress: setup.identity.version === '2019',
    })
    this.#server = { host: setup.host, port: setup.port }
    const random = randomFrom(setup.seed * 7919 + setup.index)
    this.#connection = new Connection(setup.identity, setup.transport, this.#faults, this, {
      random,
      nowMs: () => setup.wheel.nowMs(),
    })
    this.reports = new Reports({
      setup,
      parameters: this.parameters,
      faults: this.#faults,
      counters: this.counters,
      canSend: () => this.#session.kind === 'online' && !this.#faults.silent,
      send: (message, again) => this.#connection.send(message, again),
      sent: () => this.#handle({ kind: 'sent' }),
    })
    this.footage = new Footage({
      setup,
      faults: this.#faults,
      random,
      send: (message) => this.send(message),
      sendAgain: (serial, numbers) => this.sendAgain(serial, numbers),
      mediaMessage: (id, channel, timeS, jpeg) => this.#mediaMessage(id, channel, timeS, jpeg),
      uploaded: (replySerial, result) => this.#reportUploaded(replySerial, result),
    })
    this.#session = { kind: 'waiting', untilMs: setup.startMs, failures: 0 }
    this.#schedule()
  }

  /** Digits without leading zeros, as a server shows them. */
  get terminalId(): string {
    return this.identity.terminal.id
  }

  get plate(): string {
    return this.identity.plate
  }

  get state(): DeviceState {
    return this.#session.kind
  }

  /** Why the connection ended, or could not be made, the last time. */
  get lastFailure(): string | null {
    return this.#lastFailure
  }

  /** Last text of 0x8300. */
  get lastText(): string | null {
    return this.#lastText
  }

  /** Channels that send live now. */
  get liveChannels(): readonly number[] {
    return this.footage.usedCameras?.liveChannels ?? []
  }

  /** Channels that play a recording now. */
  get playbackChannels(): readonly number[] {
    return this.footage.usedCameras?.playbackChannels ?? []
  }

  /** What platforms say to the driver; `null` without cameras. */
  get speaker(): Speaker | null {
    return this.cameras?.speaker ?? null
  }

  /** The last commands to its cameras, oldest first. */
  get cameraOrders(): readonly CameraOrder[] {
    return this.footage.usedCameras?.orders ?? []
  }

  get streams(): number {
    return this.footage.usedCameras?.count ?? 0
  }

  get media(): Readonly<MediaCounters> {
    return this.footage.counters
  }

  get faults(): Readonly<Faults> {
    return this.#faults
  }

  get cameras(): Cameras | null {
    return this.footage.cameras
  }

  /** Switches a fault at any time; see `Faults`. */
  setFault<N extends keyof Faults>(name: N, value: Faults[N]): void {
    const was = { ...this.#faults }
    this.#faults[name] = value
    if (value !== was[name]) this.#changed(name, was)
    this.#schedule()
  }

  /** What a device does at once when a fault begins or ends; all others show in what it does anyway. */
  #changed(name: keyof Faults, was: Readonly<Faults>): void {
    const { cutLink, text, driverEvent } = this.#faults
    switch (name) {
      case 'cutLink':
        this.#cutOrMend(cutLink)
        return
      case 'text':
        if (text !== '' && this.#session.kind === 'online') this.send({ name: 'deviceText', body: { text } })
        return
      case 'driverEvent':
        if (driverEvent === 0 || this.#session.kind !== 'online') return
        this.send({ name: 'eventReport', body: { eventId: driverEvent } })
        return
      case 'plate':
        this.restart({ awayMs: 0, forget: true })
        return
      case 'fromAddress':
        this.restart({ awayMs: 0 })
        return
      default:
        this.reports.faultChanged(name, was)
    }
  }

  /** Where the vehicle is at a time in unix ms. */
  positionAt(timeMs: number): DevicePosition {
    const timeS = timeMs / 1000
    const { latE6, lngE6, speedKmh, headingDeg, accOn, odometerM } = this.#setup.vehicle.at(timeS)
    return { timeS, latE6, lngE6, speedKmh, headingDeg, accOn, odometerM }
  }

  async close(): Promise<void> {
    this.#handle({ kind: 'close' })
    this.#setup.wheel.cancel(this)
    await Promise.all([this.#connection.close(), this.footage.stop()])
  }

  // What comes due

  override onDue(nowMs: number): void {
    this.#handle({ kind: 'due' })
    this.reports.onDue(nowMs)
    this.#repeatUnanswered(nowMs)
    this.footage.onDue(nowMs)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#session.kind === 'off') {
      this.#setup.wheel.cancel(this)
      return
    }
    const times = this.#times()
    const due = Math.min(dueMs(this.#session, times), this.reports.dueMs(times.answerMs), this.footage.dueMs)
    this.#setup.wheel.schedule(this, due)
  }

  #times(): SessionTimes {
    const udp = this.#setup.transport === 'udp'
    const { parameters } = this
    return {
      heartbeatMs: Math.max(1, parameters.number(ParameterId.heartbeatS)) * 1000,
      answerMs: Math.max(1, parameters.number(udp ? ParameterId.udpAnswerS : ParameterId.tcpAnswerS)) * 1000,
      retries: parameters.number(udp ? ParameterId.udpRetries : ParameterId.tcpRetries),
      connectMs: CONNECT_MS,
    }
  }

  #repeatUnanswered(nowMs: number): void {
    const { answerMs, retries } = this.#times()
    if (!this.reports.repeatUnanswered(nowMs, answerMs, retries)) this.#handle({ kind: 'unanswered' })
  }

  // The session

  #handle(event: SessionEvent): void {
    const { session, effects } = next(this.#session, event, this.#setup.wheel.nowMs(), this.#times())
    this.#session = session
    for (const effect of effects) this.#perform(effect)
    if (effects.length > 0) this.#schedule()
  }

  #perform(effect: SessionEffect): void {
    switch (effect) {
      case 'connect':
        if (this.#faults.cutLink) this.#handle({ kind: 'disconnected' })
        else this.#connection.open(this.#server.host, this.#server.port)
        return
      case 'disconnect':
        void this.#connection.close()
        this.reports.landAll()
        return
      case 'register':
        this.#connection.send({
          name: 'registration',
          body: registrationOf({ ...this.identity, plate: this.#faults.plate || this.plate }),
        })
        return
      case 'authenticate': {
        const body = authenticationOf(this.identity, this.#code ?? this.terminalId)
        this.#connection.send({ name: 'authentication', body })
        return
      }
      case 'heartbeat':
        this.reports.heartbeat(this.#setup.wheel.nowMs())
        return
      case 'forget-code':
        this.#code = null
        return
      case 'online':
        this.#begin()
        return
    }
  }

  /** Authenticated: who drives, where we are, and what was kept meanwhile. */
  #begin(): void {
    this.#connection.send({ name: 'driverIdentity', body: driverCardOf(this.identity, this.localNowS()) })
    this.reports.begin(this.#setup.wheel.nowMs())
  }

  connected(): void {
    this.counters.connects += 1
    this.#handle({ kind: 'connected', hasCode: this.#code !== null })
  }

  lost(reason: string): void {
    this.#lastFailure = reason
    if (this.#session.kind !== 'connecting') this.counters.disconnects += 1
    this.reports.landAll()
    this.#handle({ kind: 'disconnected' })
    this.#schedule()
  }

  badFrame(): void {
    this.counters.badFrames += 1
  }

  received(header: Header, message: Message): void {
    switch (message.name) {
      case 'registrationAnswer':
        if (message.body.result === 0) this.#code = message.body.code ?? ''
        this.#handle({ kind: 'registered', result: message.body.result })
        return
      case 'platformAnswer':
        this.#answered(message.body)
        return
      default:
        if (this.#session.kind !== 'online' || this.#faults.noAnswers || this.#faults.silent) return
        this.counters.commandsAnswered += 1
        answer(this, header, message)
        this.#schedule()
    }
  }

  #answered(body: { answeredSerial: number; answeredId: number; result: number }): void {
    if (body.answeredId === 0x0102) {
      this.#handle({ kind: 'authenticated', result: body.result })
      return
    }
    this.reports.answered(body)
    this.#schedule()
  }

  // What commands do

  send(message: Message): number {
    return this.#connection.send(message)
  }

  sendAgain(firstSerial: number, packetNumbers: readonly number[]): boolean {
    return this.#connection.sendAgain(firstSerial, packetNumbers)
  }

  localNowS(): number {
    return this.reports.localS(Math.floor(this.#setup.wheel.nowMs() / 1000))
  }

  parametersChanged(): void {
    this.reports.intervalChanged()
    if (SERVER_PARAMETERS.some((id) => this.parameters.has(id))) this.#chooseServer()
  }

  positionAnswer(name: 'positionAnswer' | 'vehicleControlAnswer', answeredSerial: number): void {
    const timeS = Math.floor(this.#setup.wheel.nowMs() / 1000)
    this.#connection.send({ name, body: { answeredSerial, position: this.reports.body(timeS) } })
  }

  restart(options: { awayMs: number; forget?: boolean; server?: { host: string; port: number } }): void {
    void this.footage.stop()
    if (options.forget) {
      this.#code = null
      this.parameters.reset()
      this.reports.forgetInterval()
    }
    if (options.server?.host) this.#server = options.server
    else this.#chooseServer()
    this.#handle({ kind: 'restart', awayMs: options.awayMs })
  }

  /** Where the parameters say; a change counts from the next connection on. 2019 writes `host:port`. */
  #chooseServer(): void {
    const { parameters } = this
    const [address = '', port = ''] = parameters.text(ParameterId.serverAddress).split(';')[0]!.split(':')
    const portId = this.#setup.transport === 'udp' ? ParameterId.udpPort : ParameterId.tcpPort
    this.#server = { host: address, port: Number(port) || parameters.number(portId) }
  }

  text(text: string): void {
    this.#lastText = text
  }

  #reportUploaded(replySerial: number, result: number): void {
    const { messageId, body } = encodeSignalling({ name: 'uploadDone', body: { replySerial, result } })
    this.send({ name: 'unknown', messageId, body: { raw: body } })
  }

  #mediaMessage(id: number, channel: number, timeS: number, jpeg: Uint8Array): Message {
    const position = this.identity.generation === '2011' ? undefined : { position: this.reports.body(timeS) }
    return { name: 'mediaData', body: { id, kind: 0, format: 0, event: 0, channel, ...position, data: jpeg } }
  }

  #cutOrMend(isCut: boolean): void {
    if (this.#session.kind === 'off') return
    if (isCut) {
      this.#connection.cut()
      void this.footage.stop()
      this.counters.disconnects += 1
      this.reports.landAll()
      this.#handle({ kind: 'disconnected' })
    } else {
      this.#handle({ kind: 'restart', awayMs: 0 })
    }
  }
}
