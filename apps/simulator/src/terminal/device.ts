import { type Header, type Message, type PositionItem, writeItem } from '@fleetglass/jt808'
import { encodeSignalling, type UploadControl, type UploadRequest } from '@fleetglass/jt1078'
import {
  type CameraOrder,
  type CameraSettings,
  Cameras,
  type ClipLibrary,
  type Disk,
  type MediaCounters,
  Result,
  type Speaker,
} from '../camera/index.ts'
import { type Random, randomFrom, type Vehicle } from '../drive/index.ts'
import { Uploads } from '../files/index.ts'
import type { Transport } from '../options.ts'
import { type TimerWheel, WheelTask } from '../platform/clock/index.ts'
import { type Faults, noFaults } from '../scenarios/faults.ts'
import { answer, type Terminal } from './answers.ts'
import { Connection, type ConnectionOwner } from './connection.ts'
import type { Identity } from './identity.ts'
import { authenticationOf, driverCardOf, registrationOf } from './introduction.ts'
import { type InFlight, Outbox } from './outbox.ts'
import { ParameterId, Parameters } from './parameters.ts'
import { Pictures } from './pictures.ts'
import { positionBody, type Signals } from './position-body.ts'
import { safetyItem } from './safety-alarm.ts'
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

/** Where the vehicle is at a moment, before it goes into a frame. */
export interface DevicePosition {
  /** Unix seconds UTC. */
  readonly timeS: number
  readonly latE6: number
  readonly lngE6: number
  readonly speedKmh: number
  readonly headingDeg: number
  readonly accOn: boolean
  /** Metres since the vehicle was new. */
  readonly odometerM: number
}

/** All that a device needs from the fleet it belongs to. */
export interface DeviceSetup {
  readonly index: number
  readonly identity: Identity
  readonly vehicle: Vehicle
  readonly wheel: TimerWheel
  readonly host: string
  readonly port: number
  readonly transport: Transport
  readonly intervalS: number
  /** When it connects for the first time, unix ms. */
  readonly startMs: number
  readonly utcOffsetS: number
  /** 0 for a device without cameras. */
  readonly channels: number
  readonly camera: CameraSettings | null
  readonly recordedSinceS: number
  readonly seed: number
  readonly outboxCapacity: number
}

/** Counted since the start; `stats()` of the fleet adds them up. */
export interface DeviceCounters {
  connects: number
  disconnects: number
  positionsSent: number
  positionsAcknowledged: number
  commandsAnswered: number
  badFrames: number
}

const CONNECT_MS = 10_000
const POSITION_ID = 0x0200
const BATCH_ID = 0x0704
const HEARTBEAT_ID = 0x0002
/** After that many acknowledged times the oldest are forgotten. */
const MOST_KEPT_TIMES = 200_000
const SERVER_PARAMETERS = [ParameterId.serverAddress, ParameterId.tcpPort, ParameterId.udpPort] as const
const AUDIO_BYTES_PER_S = 8000
/** Item 0x12. */
const CIRCLE = 1
const ENTERED = 0
const LEFT = 1
/** Moments that are kept for a platform which does not answer. */
const MOST_HAPPENED = 100
/** Faults that stand in a position. */
const SIGNALS: ReadonlySet<string> = new Set<keyof Signals>([
  ...(['alarmBits', 'inputBits', 'videoLossBits', 'coveredBits'] as const),
  ...(['diskFaultBits', 'videoAlarmBits', 'driverBits'] as const),
])

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
  readonly media: MediaCounters = { frames: 0, bytes: 0, shed: 0, heard: 0 }
  /** Device times of acknowledged points are kept only after this was set to true. */
  keepAcknowledged = false
  readonly #setup: DeviceSetup
  readonly #faults: Faults = noFaults()
  readonly #connection: Connection
  readonly #outbox: Outbox
  readonly #random: Random
  #cameras: Cameras | null = null
  #pictures: Pictures | null = null
  #uploads: Uploads | null = null
  #session: Session
  #code: string | null = null
  #server: { host: string; port: number }
  #intervalMs: number
  #nextPointMs = Infinity
  #lastPointMs = 0
  #lastAccOn = true
  #tracking: { intervalMs: number; untilMs: number } | null = null
  #doorsLocked = false
  #fuelCut = false
  #lastText: string | null = null
  #lastFailure: string | null = null
  #acknowledged: number[] = []
  /** Times of points taken while the emergency button was pressed. */
  #emergencyTimesS: Set<number> | null = null
  /** Set for good when it told of a fault for the first time: from then on each position says what is wrong. */
  #tellsSignals = false
  /** What happened at a point that was not acknowledged yet, by its device time. */
  readonly #happened = new Map<number, readonly PositionItem[]>()
  #lastAlarmId = 0

  constructor(setup: DeviceSetup) {
    super()
    this.#setup = setup
    this.identity = setup.identity
    this.channels = setup.channels
    this.#random = randomFrom(setup.seed * 7919 + setup.index)
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
    this.#intervalMs = setup.intervalS * 1000
    this.#outbox = new Outbox(setup.outboxCapacity)
    this.#connection = new Connection(setup.identity, setup.transport, this.#faults, this, {
      random: this.#random,
      nowMs: () => setup.wheel.nowMs(),
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
    return this.#cameras?.liveChannels ?? []
  }

  /** Channels that play a recording now. */
  get playbackChannels(): readonly number[] {
    return this.#cameras?.playbackChannels ?? []
  }

  /** What platforms say to the driver; `null` without cameras. */
  get speaker(): Speaker | null {
    return this.cameras?.speaker ?? null
  }

  /** What its cameras were told to do lately, oldest first. */
  get cameraOrders(): readonly CameraOrder[] {
    return this.#cameras?.orders ?? []
  }

  get streams(): number {
    return this.#cameras?.count ?? 0
  }

  get positionsWaiting(): number {
    return this.#outbox.waiting
  }

  get positionsDropped(): number {
    return this.#outbox.dropped
  }

  /** Device times (unix seconds UTC) of acknowledged points since `keepAcknowledged` was set. */
  get acknowledgedTimesS(): readonly number[] {
    return this.#acknowledged
  }

  get faults(): Readonly<Faults> {
    return this.#faults
  }

  get cameras(): Cameras | null {
    const { camera } = this.#setup
    if (!camera) return null
    this.#cameras ??= this.#makeCameras(camera)
    return this.#cameras
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
    const { cutLink, safetyAlarm, areaId, text, driverEvent } = this.#faults
    switch (name) {
      case 'cutLink':
        this.#cutOrMend(cutLink)
        return
      case 'safetyAlarm':
        if (was.safetyAlarm !== 0) this.#tellSafety(was.safetyAlarm, true)
        if (safetyAlarm !== 0) this.#tellSafety(safetyAlarm, false)
        return
      case 'areaId':
        if (was.areaId !== 0) this.#crossArea(was.areaId, LEFT)
        if (areaId !== 0) this.#crossArea(areaId, ENTERED)
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
        if (!SIGNALS.has(name)) return
        this.#tellsSignals = true
        this.#reportNow()
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
    await Promise.all([this.#connection.close(), this.#cameras?.close(), this.#uploads?.close()])
  }

  // What comes due

  override onDue(nowMs: number): void {
    this.#handle({ kind: 'due' })
    if (nowMs >= this.#nextPointMs) this.#tick(nowMs)
    if (this.#session.kind === 'online' && !this.#faults.silent) {
      for (const timeS of this.#outbox.takeLate(nowMs)) this.#sendPoint(timeS, nowMs)
      this.#repeatUnanswered(nowMs)
    }
    if (this.#pictures && nowMs >= this.#pictures.dueMs) this.#pictures.onDue(nowMs)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#session.kind === 'off') {
      this.#setup.wheel.cancel(this)
      return
    }
    const canSend = this.#session.kind === 'online' && !this.#faults.silent
    const due = Math.min(
      dueMs(this.#session, this.#times()),
      this.#nextPointMs,
      canSend ? this.#outbox.dueMs(this.#times().answerMs) : Infinity,
      this.#pictures?.dueMs ?? Infinity,
    )
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
    for (const overdue of this.#outbox.overdue(nowMs, answerMs, retries)) {
      if (overdue.kind === 'given-up') {
        this.#handle({ kind: 'unanswered' })
        return
      }
      this.#transmit(overdue.message, overdue.message.serial)
    }
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
        this.#outbox.landAll()
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
        this.#launch(HEARTBEAT_ID, [], this.#setup.wheel.nowMs())
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
    const nowMs = this.#setup.wheel.nowMs()
    this.#connection.send({ name: 'driverIdentity', body: driverCardOf(this.identity, this.localNowS()) })
    // A point of this second may lie there already.
    if (Math.floor(nowMs / 1000) !== Math.floor(this.#lastPointMs / 1000)) this.#tick(nowMs)
    this.#sendBatch(nowMs)
  }

  connected(): void {
    this.counters.connects += 1
    this.#handle({ kind: 'connected', hasCode: this.#code !== null })
  }

  lost(reason: string): void {
    this.#lastFailure = reason
    if (this.#session.kind !== 'connecting') this.counters.disconnects += 1
    this.#outbox.landAll()
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
    const message = this.#outbox.answered(body.answeredSerial, body.answeredId)
    if (!message) return
    if (body.result === 0 || body.result === 4) this.#acknowledge(message.timesS)
    if (message.messageId === BATCH_ID) this.#sendBatch(this.#setup.wheel.nowMs())
    this.#schedule()
  }

  #acknowledge(timesS: readonly number[]): void {
    this.counters.positionsAcknowledged += timesS.length
    for (const timeS of timesS) {
      if (this.#emergencyTimesS?.has(timeS)) this.#emergencyOver()
      this.#happened.delete(timeS)
    }
    if (!this.keepAcknowledged) return
    for (const timeS of timesS) this.#acknowledged.push(timeS + this.#faults.clockJumpS)
    if (this.#acknowledged.length > MOST_KEPT_TIMES) this.#acknowledged = this.#acknowledged.slice(-MOST_KEPT_TIMES / 2)
  }

  #emergencyOver(): void {
    this.#faults.emergency = false
    this.#emergencyTimesS = null
  }

  // Points

  /** Takes a point if one is wanted now. A parked vehicle reports at the interval for sleep, and when the key turns. */
  #tick(nowMs: number): void {
    const intervalMs = this.#interval(nowMs)
    const { accOn } = this.#setup.vehicle.at(nowMs / 1000)
    const asleepMs = this.parameters.number(ParameterId.asleepIntervalS) * 1000
    const wanted =
      accOn || accOn !== this.#lastAccOn || nowMs - this.#lastPointMs >= asleepMs || this.#tracking !== null
    this.#lastAccOn = accOn
    // By plan and not by when the timer came: else two points may fall into one second and none into the next.
    const onPlan = nowMs >= this.#nextPointMs && nowMs - this.#nextPointMs <= intervalMs
    const pointMs = onPlan ? this.#nextPointMs : nowMs
    this.#nextPointMs = pointMs + intervalMs
    if (wanted) this.#takePoint(pointMs, nowMs)
  }

  #interval(nowMs: number): number {
    if (this.#tracking && nowMs > this.#tracking.untilMs) this.#tracking = null
    return this.#tracking?.intervalMs ?? this.#intervalMs
  }

  #takePoint(pointMs: number, nowMs: number): void {
    this.#lastPointMs = pointMs
    const timeS = Math.floor(pointMs / 1000)
    if (this.#faults.emergency) {
      this.#emergencyTimesS ??= new Set()
      this.#emergencyTimesS.add(timeS)
    }
    if (this.#faults.latePointsS > 0) {
      this.#outbox.hold(timeS, nowMs + this.#faults.latePointsS * 1000)
      return
    }
    if (this.#session.kind === 'online' && !this.#faults.silent && this.#outbox.mayFly) this.#sendPoint(timeS, nowMs)
    else this.#outbox.store(timeS)
  }

  #sendPoint(timeS: number, nowMs: number): void {
    this.#launch(POSITION_ID, [timeS], nowMs)
    this.#sendBatch(nowMs)
  }

  #sendBatch(nowMs: number): void {
    if (this.#session.kind !== 'online' || this.#faults.silent) return
    const timesS = this.#outbox.takeBatch(BATCH_ID)
    if (timesS.length > 0) this.#launch(BATCH_ID, timesS, nowMs)
  }

  #launch(messageId: number, timesS: readonly number[], nowMs: number): void {
    this.counters.positionsSent += timesS.length
    const serial = this.#transmit({ messageId, timesS })
    this.#outbox.sent({ serial, messageId, timesS, sentMs: nowMs, tries: 1 })
    this.#handle({ kind: 'sent' })
  }

  #transmit(message: Pick<InFlight, 'messageId' | 'timesS'>, again?: number): number {
    switch (message.messageId) {
      case POSITION_ID:
        return this.#connection.send({ name: 'position', body: this.#body(message.timesS[0]!) }, again)
      case BATCH_ID: {
        const entries = message.timesS.map((timeS) => ({ position: this.#body(timeS) }))
        return this.#connection.send({ name: 'positionBatch', body: { kind: 1, entries } }, again)
      }
      default:
        return this.#connection.send({ name: 'heartbeat', body: {} }, again)
    }
  }

  #body(timeS: number) {
    const condition = {
      topSpeedKmh: this.parameters.number(ParameterId.topSpeedKmh),
      emergency: this.#emergencyTimesS?.has(timeS) ?? false,
      doorsLocked: this.#doorsLocked,
      fuelCut: this.#fuelCut,
      tellsMoving: this.identity.version === '2019',
      signals: this.#tellsSignals ? this.#faults : null,
      happened: this.#happened.get(timeS) ?? [],
    }
    return positionBody(this.#setup.vehicle.at(timeS), condition, this.#localS(timeS))
  }

  /** A device reports an alarm at once. */
  #reportNow(): void {
    const nowMs = this.#setup.wheel.nowMs()
    this.#takePoint(nowMs, nowMs)
  }

  #happens(item: PositionItem): void {
    const timeS = Math.floor(this.#setup.wheel.nowMs() / 1000)
    // Another one of the same second goes with another point: what was sent is not told again.
    this.#happened.set(timeS, [item])
    for (const oldest of this.#happened.keys()) {
      if (this.#happened.size <= MOST_HAPPENED) break
      this.#happened.delete(oldest)
    }
    this.#reportNow()
  }

  #crossArea(areaId: number, direction: typeof ENTERED | typeof LEFT): void {
    this.#happens(writeItem({ id: 0x12, name: 'areaCrossing', value: { kind: CIRCLE, areaId, direction } }))
  }

  #tellSafety(code: number, ends: boolean): void {
    if (!ends) this.#lastAlarmId += 1
    const kind = { detail: code >> 16, item: (code >> 8) & 0xff, type: code & 0xff }
    const alarm = { ...kind, alarmId: this.#lastAlarmId, ends }
    const state = this.#setup.vehicle.at(this.#setup.wheel.nowMs() / 1000)
    const item = safetyItem(alarm, state, this.identity.terminalId, this.localNowS())
    if (item) this.#happens(item)
  }

  #localS(timeS: number): number {
    return timeS + this.#setup.utcOffsetS + this.#faults.clockJumpS
  }

  // What commands do

  send(message: Message): number {
    return this.#connection.send(message)
  }

  sendAgain(firstSerial: number, packetNumbers: readonly number[]): boolean {
    return this.#connection.sendAgain(firstSerial, packetNumbers)
  }

  localNowS(): number {
    return this.#localS(Math.floor(this.#setup.wheel.nowMs() / 1000))
  }

  parametersChanged(): void {
    if (this.parameters.has(ParameterId.intervalS)) {
      this.#intervalMs = Math.max(1, this.parameters.number(ParameterId.intervalS)) * 1000
    }
    this.#nextPointMs = this.#setup.wheel.nowMs() + this.#intervalMs
    if (SERVER_PARAMETERS.some((id) => this.parameters.has(id))) this.#chooseServer()
  }

  positionAnswer(name: 'positionAnswer' | 'vehicleControlAnswer', answeredSerial: number): void {
    const timeS = Math.floor(this.#setup.wheel.nowMs() / 1000)
    this.#connection.send({ name, body: { answeredSerial, position: this.#body(timeS) } })
  }

  restart(options: { awayMs: number; forget?: boolean; server?: { host: string; port: number } }): void {
    void this.#cameras?.close()
    void this.#uploads?.close()
    if (options.forget) {
      this.#code = null
      this.parameters.reset()
      this.#intervalMs = this.#setup.intervalS * 1000
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

  track(intervalS: number, validityS: number): void {
    const nowMs = this.#setup.wheel.nowMs()
    this.#tracking = intervalS > 0 ? { intervalMs: intervalS * 1000, untilMs: nowMs + validityS * 1000 } : null
    this.#nextPointMs = nowMs + this.#interval(nowMs)
  }

  lock(locked: boolean): void {
    this.#doorsLocked = locked
  }

  cutFuel(isCut: boolean): void {
    this.#fuelCut = isCut
  }

  text(text: string): void {
    this.#lastText = text
  }

  confirmAlarms(typeBits: number): void {
    if (typeBits & 1) this.#emergencyOver()
  }

  takePictures(request: { serial: number; channel: number; count: number; intervalS: number; keep: boolean }): number {
    this.#pictures ??= new Pictures({
      picture: (channel, timeS) => this.cameras?.picture(channel, timeS) ?? null,
      send: (message) => this.send(message),
      sendAgain: (serial, numbers) => this.sendAgain(serial, numbers),
      mediaMessage: (id, channel, timeS, jpeg) => this.#mediaMessage(id, channel, timeS, jpeg),
    })
    return this.#pictures.take(request, this.#setup.wheel.nowMs())
  }

  upload(serial: number, request: UploadRequest): number {
    this.#uploads ??= new Uploads({ wheel: this.#setup.wheel, faults: this.#faults }, (replySerial, result) => {
      const { messageId, body } = encodeSignalling({ name: 'uploadDone', body: { replySerial, result } })
      this.send({ name: 'unknown', messageId, body: { raw: body } })
    })
    return this.#uploads.start(serial, request, this.cameras?.recorded(request) ?? null)
  }

  controlUpload(control: UploadControl): number {
    return this.#uploads?.control(control) ?? Result.failed
  }

  mediaAnswered(mediaId: number, missing: readonly number[]): void {
    this.#pictures?.answered(mediaId, missing)
  }

  #mediaMessage(id: number, channel: number, timeS: number, jpeg: Uint8Array): Message {
    const position = this.identity.generation === '2011' ? undefined : { position: this.#body(timeS) }
    return { name: 'mediaData', body: { id, kind: 0, format: 0, event: 0, channel, ...position, data: jpeg } }
  }

  #cutOrMend(isCut: boolean): void {
    if (this.#session.kind === 'off') return
    if (isCut) {
      this.#connection.cut()
      void this.#cameras?.close()
      void this.#uploads?.close()
      this.counters.disconnects += 1
      this.#outbox.landAll()
      this.#handle({ kind: 'disconnected' })
    } else {
      this.#handle({ kind: 'restart', awayMs: 0 })
    }
  }

  #makeCameras(settings: CameraSettings): Cameras {
    const { wheel, identity } = this.#setup
    const context = {
      wheel,
      terminalRaw: identity.terminal.raw,
      faults: this.#faults,
      counters: this.media,
      random: this.#random,
    }
    return new Cameras(context, settings, this.channels, () => this.#disk(settings.library, settings))
  }

  #disk(library: ClipLibrary, settings: CameraSettings): Disk {
    const { vehicle, recordedSinceS, utcOffsetS, wheel } = this.#setup
    const clip = library.video(1, 'main', settings.video)
    return {
      channels: this.channels,
      bytesPerS:
        (clip.bytes * clip.framesPerS) / clip.frames.length + (settings.audio === 'none' ? 0 : AUDIO_BYTES_PER_S),
      oldestS: recordedSinceS,
      nowS: wheel.nowMs() / 1000,
      utcOffsetS: utcOffsetS + this.#faults.clockJumpS,
      onTimes: (fromS, toS) => vehicle.onTimes(fromS, toS),
    }
  }
}
