import type { Header, Message } from '@fleetglass/jt808'
import { encodeSignalling } from '@fleetglass/jt1078'
import type { CameraOrder, Cameras, MediaCounters, Speaker } from '../camera/index.ts'
import { randomFrom } from '../drive/index.ts'
import { WheelTask } from '../platform/clock/index.ts'
import { type Faults, noFaults } from '../scenarios/faults.ts'
import { answer, type Terminal } from './answers.ts'
import type { DeviceCounters, DevicePosition, DeviceSetup } from './device.types.ts'
import { FaceSlots } from './face-slots.ts'
import { Firmware } from './firmware.ts'
import { Footage } from './footage.ts'
import type { Identity } from './identity.ts'
import { driverCardOf } from './introduction.ts'
import { Parameters } from './parameters.ts'
import { PlatformSession } from './platform-session.ts'
import { Reports } from './reports.ts'

/** What a connection is doing, for those who watch. */
export type DeviceState = PlatformSession['state']

/** Until it connects to a server that was set: what it has sent goes out first. */
const MOVE_MS = 1_000

/** One recorder in one vehicle: a session on the platform, points, parameters, cameras. Ends with `close`. */
export class SimulatedDevice extends WheelTask implements Terminal {
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
  readonly #session: PlatformSession
  readonly reports: Reports
  readonly footage: Footage
  /** They outlive its connections, and factory settings. */
  readonly faces: FaceSlots
  readonly firmware: Firmware
  #lastText: string | null = null

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
    this.faces = new FaceSlots(this.#faults)
    const random = randomFrom(setup.seed * 7919 + setup.index)
    this.#session = new PlatformSession({
      setup,
      random,
      parameters: this.parameters,
      faults: this.#faults,
      counters: this.counters,
      firmware: () => this.firmware.version,
      owner: {
        online: () => this.#begin(),
        heartbeat: () => this.reports.heartbeat(setup.wheel.nowMs()),
        ended: () => this.reports.landAll(),
        received: (header, message) => this.#command(header, message),
        acknowledged: (body) => {
          this.reports.answered(body)
          this.firmware.acknowledged(body.answeredId)
          this.#schedule()
        },
        rescheduled: () => this.#schedule(),
      },
    })
    this.reports = new Reports({
      setup,
      parameters: this.parameters,
      faults: this.#faults,
      counters: this.counters,
      canSend: () => this.#isOnline && !this.#faults.silent,
      send: (message, again) => this.#session.send(message, again),
      sent: () => this.#session.handle({ kind: 'sent' }),
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
    this.firmware = new Firmware({
      wheel: setup.wheel,
      faults: this.#faults,
      report: (result) => {
        if (this.#isOnline) this.send({ name: 'upgradeResult', body: { kind: 0, result } })
      },
      restart: (awayMs) => this.restart({ awayMs }),
    })
    this.#schedule()
  }

  /** Digits without leading zeros, as a server shows them. */
  get terminalId(): string {
    return this.identity.terminal.id
  }

  get #isOnline(): boolean {
    return this.#session.state === 'online'
  }

  get plate(): string {
    return this.identity.plate
  }

  get state(): DeviceState {
    return this.#session.state
  }

  /** Why the connection ended, or could not be made, the last time. */
  get lastFailure(): string | null {
    return this.#session.lastFailure
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
    const { cutLink, text, driverEvent, ownPicture, ownFile } = this.#faults
    switch (name) {
      case 'cutLink':
        this.#cutOrMend(cutLink)
        return
      case 'text':
        if (text !== '' && this.#isOnline) this.send({ name: 'deviceText', body: { text } })
        return
      case 'driverEvent':
        if (driverEvent === 0 || !this.#isOnline) return
        this.send({ name: 'eventReport', body: { eventId: driverEvent } })
        return
      case 'ownPicture':
        if (ownPicture > 0 && this.#isOnline) this.footage.sendOwnPicture(ownPicture)
        return
      case 'ownFile':
        if (ownFile !== '' && this.#isOnline) this.footage.uploadOwn(ownFile, this.#session.code)
        return
      case 'plate':
        this.restart({ awayMs: 0, forget: true })
        return
      case 'fromAddress':
        this.restart({ awayMs: 0 })
        return
      case 'alarmBits':
        this.footage.alarmsChanged(this.#faults.alarmBits)
        this.reports.faultChanged(name, was)
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
    this.#session.handle({ kind: 'close' })
    this.#setup.wheel.cancel(this)
    await Promise.all([this.#session.close(), this.footage.stop(), this.firmware.close()])
  }

  // What comes due

  override onDue(nowMs: number): void {
    this.#session.handle({ kind: 'due' })
    this.reports.onDue(nowMs)
    this.#repeatUnanswered(nowMs)
    this.footage.onDue(nowMs)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#session.state === 'off') {
      this.#setup.wheel.cancel(this)
      return
    }
    const due = Math.min(this.#session.dueMs, this.reports.dueMs(this.#session.times.answerMs), this.footage.dueMs)
    this.#setup.wheel.schedule(this, due)
  }

  #repeatUnanswered(nowMs: number): void {
    const { answerMs, retries } = this.#session.times
    if (!this.reports.repeatUnanswered(nowMs, answerMs, retries)) this.#session.handle({ kind: 'unanswered' })
  }

  /** Authenticated: who drives, where we are, and what was kept meanwhile. */
  #begin(): void {
    this.#session.send({ name: 'driverIdentity', body: driverCardOf(this.identity, this.localNowS()) })
    this.reports.begin(this.#setup.wheel.nowMs())
    this.firmware.online()
  }

  #command(header: Header, message: Message): void {
    if (!this.#isOnline || this.#faults.noAnswers || this.#faults.silent) return
    this.counters.commandsAnswered += 1
    answer(this, header, message)
    this.#schedule()
  }

  // What commands do

  send(message: Message): number {
    return this.#session.send(message)
  }

  sendAgain(firstSerial: number, packetNumbers: readonly number[]): boolean {
    return this.#session.sendAgain(firstSerial, packetNumbers)
  }

  localNowS(): number {
    return this.reports.localS(Math.floor(this.#setup.wheel.nowMs() / 1000))
  }

  parametersChanged(): void {
    this.reports.intervalChanged()
  }

  connectWhereSet(): void {
    void this.#session.reachesOther().then((isReached) => {
      if (isReached && this.#session.state === 'online') this.restart({ awayMs: MOVE_MS })
    })
  }

  positionAnswer(name: 'positionAnswer' | 'vehicleControlAnswer', answeredSerial: number): void {
    const timeS = Math.floor(this.#setup.wheel.nowMs() / 1000)
    this.#session.send({ name, body: { answeredSerial, position: this.reports.body(timeS) } })
  }

  restart(options: { awayMs: number; forget?: boolean; server?: { host: string; port: number } }): void {
    void this.footage.stop()
    if (options.forget) {
      this.parameters.reset()
      this.reports.forgetInterval()
    }
    this.#session.restart(options)
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
    if (this.#session.state === 'off') return
    if (isCut) {
      this.#session.cut()
      void this.footage.stop()
    } else {
      this.#session.handle({ kind: 'restart', awayMs: 0 })
    }
  }
}
