import type { Message } from '@fleetglass/jt808'
import type { UploadControl, UploadRequest } from '@fleetglass/jt1078'
import {
  type CameraSettings,
  Cameras,
  type ClipLibrary,
  type Disk,
  type MediaCounters,
  Result,
} from '../camera/index.ts'
import type { Random } from '../drive/index.ts'
import { type AlarmFilesRequest, AlarmFilesUpload, ownFile, Upload, Uploads } from '../files/index.ts'
import type { Faults } from '../scenarios/faults.ts'
import type { DeviceSetup } from './device.types.ts'
import { Pictures } from './pictures.ts'

const AUDIO_BYTES_PER_S = 8000
/** Alarm recordings that a disk remembers. */
const MOST_ALARMS = 1000

/** What the cameras, pictures and files of a device need from it. */
export interface FootageContext {
  readonly setup: DeviceSetup
  readonly faults: Faults
  readonly random: Random
  readonly send: (message: Message) => number
  readonly sendAgain: (firstSerial: number, packetNumbers: readonly number[]) => boolean
  /** The 0x0801 for a picture taken at that time. */
  readonly mediaMessage: (id: number, channel: number, timeS: number, jpeg: Uint8Array) => Message
  /** An upload ended: 0x1206. */
  readonly uploaded: (replySerial: number, result: number) => void
}

/** The cameras of a device, the pictures it takes and the recordings it uploads; each is made when it is first asked for. */
export class Footage {
  readonly counters: MediaCounters = { frames: 0, bytes: 0, shed: 0, received: 0 }
  readonly #context: FootageContext
  readonly #alarms: { fromS: number; toS: number; readonly bits: number }[] = []
  #cameras: Cameras | null = null
  #pictures: Pictures | null = null
  #uploads: Uploads | null = null
  /** Uploads that it began by itself. */
  readonly #own = new Set<Upload>()
  readonly #alarmFiles = new Set<AlarmFilesUpload>()

  constructor(context: FootageContext) {
    this.#context = context
  }

  /** `null` in a device without cameras. */
  get cameras(): Cameras | null {
    const { camera } = this.#context.setup
    if (!camera) return null
    this.#cameras ??= this.#makeCameras(camera)
    return this.#cameras
  }

  /** Those that something was asked of already. */
  get usedCameras(): Cameras | null {
    return this.#cameras
  }

  /** Unix ms of the next picture. */
  get dueMs(): number {
    return this.#pictures?.dueMs ?? Infinity
  }

  onDue(nowMs: number): void {
    if (this.#pictures && nowMs >= this.#pictures.dueMs) this.#pictures.onDue(nowMs)
  }

  /** Ends all streams and uploads; later ones may begin. */
  async stop(): Promise<void> {
    const own = [...this.#own]
    this.#own.clear()
    const alarmFiles = [...this.#alarmFiles].map((upload) => upload.close())
    this.#alarmFiles.clear()
    await Promise.all(alarmFiles)
    await Promise.all([this.#cameras?.close(), this.#uploads?.close(), ...own.map((upload) => upload.cancel())])
  }

  /** Its alarm bits changed: recordings are marked with those that hold. */
  alarmsChanged(bits: number): void {
    const nowS = this.#context.setup.wheel.nowMs() / 1000
    const last = this.#alarms.at(-1)
    if (last !== undefined) last.toS = Math.min(last.toS, nowS)
    if (bits !== 0) this.#alarms.push({ fromS: nowS, toS: Number.POSITIVE_INFINITY, bits })
    if (this.#alarms.length > MOST_ALARMS) this.#alarms.shift()
  }

  /** 0x8801; returns the result for 0x0805. */
  takePictures(request: Parameters<Pictures['take']>[0]): number {
    return this.#readyPictures().take(request, this.#context.setup.wheel.nowMs())
  }

  #readyPictures(): Pictures {
    const { send, sendAgain, mediaMessage } = this.#context
    this.#pictures ??= new Pictures({
      picture: (channel, timeS) => this.cameras?.picture(channel, timeS) ?? null,
      send,
      sendAgain,
      mediaMessage,
    })
    return this.#pictures
  }

  mediaAnswered(mediaId: number, missing: readonly number[]): void {
    this.#pictures?.answered(mediaId, missing)
  }

  /** A picture that nobody has asked for. */
  sendOwnPicture(channel: number): void {
    this.#readyPictures().sendOwn(channel, this.#context.setup.wheel.nowMs())
  }

  /** A file that nobody has asked for; the account is that of the device. */
  uploadOwn(name: string, password: string): void {
    const { setup, faults } = this.#context
    const target = {
      host: setup.host,
      port: setup.filesPort,
      user: setup.identity.terminal.id,
      password,
      directory: '',
    }
    const upload: Upload = new Upload({ wheel: setup.wheel, faults }, target, ownFile(name), () =>
      this.#own.delete(upload),
    )
    this.#own.add(upload)
  }

  /** 0x9208. */
  bringAlarmFiles(request: AlarmFilesRequest): void {
    const { setup, faults } = this.#context
    const { version, terminal } = setup.identity
    const upload: AlarmFilesUpload = new AlarmFilesUpload({ version, terminalRaw: terminal.raw, faults }, request, () =>
      this.#alarmFiles.delete(upload),
    )
    this.#alarmFiles.add(upload)
  }

  /** 0x9206. */
  upload(serial: number, request: UploadRequest): number {
    const { setup, faults, uploaded } = this.#context
    this.#uploads ??= new Uploads({ wheel: setup.wheel, faults }, uploaded)
    return this.#uploads.start(serial, request, this.cameras?.recorded(request) ?? null)
  }

  /** 0x9207. */
  controlUpload(control: UploadControl): number {
    return this.#uploads?.control(control) ?? Result.failed
  }

  #makeCameras(settings: CameraSettings): Cameras {
    const { setup, faults, random } = this.#context
    const { wheel, identity, channels } = setup
    const context = { wheel, terminalRaw: identity.terminal.raw, faults, counters: this.counters, random }
    return new Cameras(context, settings, channels, () => this.#disk(settings.library, settings))
  }

  #disk(library: ClipLibrary, settings: CameraSettings): Disk {
    const { vehicle, recordedSinceS, utcOffsetS, wheel, channels } = this.#context.setup
    const clip = library.video(1, 'main', settings.video)
    const videoBytesPerS = (clip.bytes * clip.framesPerS) / clip.frames.length
    return {
      channels,
      bytesPerS: videoBytesPerS + (settings.audio === 'none' ? 0 : AUDIO_BYTES_PER_S),
      oldestS: recordedSinceS,
      nowS: wheel.nowMs() / 1000,
      utcOffsetS: utcOffsetS + this.#context.faults.clockJumpS,
      onTimes: (fromS, toS) => vehicle.onTimes(fromS, toS),
      alarms: this.#alarms,
    }
  }
}
