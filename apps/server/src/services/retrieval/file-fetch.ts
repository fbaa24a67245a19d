// Belongs here: one channel of one piece of footage that the device brings as files, from the question to its end. Does not:
// FTP and accounts (ingest/gateway/files), what is in the files (device-files.ts), whose turn it is (footage.ts).
import type { Clock } from '../../platform/clock/index.ts'
import type { CommandResult, DeviceCommand, DeviceCommands } from '../../ports/commands/index.ts'
import type { DeviceFiles, DeviceUpload } from '../../ports/files/index.ts'
import type { FootageWriter } from '../../ports/recordings/index.ts'
import type { FetchEnd } from './channel-fetch.ts'
import { framesOfFiles, WrongFile } from './device-files.ts'
import type { PausedUpload, PausedUploads } from './paused-uploads.ts'

type UploadSpan = Extract<DeviceCommand, { name: 'startUpload' }>['span']
type UploadAction = Extract<DeviceCommand, { name: 'controlUpload' }>['action']

/** No camera sends more: the size of an upload is bound by the time that was asked for. */
const MOST_BYTES_PER_S = 2_000_000
/** A recorder brings whole files: one may begin before the time, and one end behind it. */
const MOST_BYTES_MORE = 1_000_000_000
/** Without a byte from the device. */
const SILENT_MS = 60_000
/** From the end of its last file to 0x1206, which some devices never send. */
const LAST_WORD_MS = 15_000
const LOOK_MS = 250
/** A device looks for the recording before it answers. */
const ANSWER_MS = 12_000
/** A caller waits for the pause. */
const ORDER_MS = 5_000
/** Bytes that may wait for the disk while the files are read. */
const WAITING_BYTES = 4 * 1024 * 1024
const WAITING_LOOK_MS = 20

/** What an end by somebody else means for the device. */
export type StopKind = 'pause' | 'end'

export interface FileFetchOrder extends UploadSpan {
  readonly deviceId: string
  readonly footageId: number
}

export interface FileFetchDeps {
  readonly clock: Clock
  readonly commands: DeviceCommands
  readonly files: DeviceFiles
  readonly paused: PausedUploads
  readonly isOnline: () => boolean
  /** Limit of the rate of the device's connection; 0: there is none. */
  readonly bytesPerS: number
  readonly writer: FootageWriter
  readonly audio: boolean
  /** Bytes received, and how much that is of what the device announced, 0 to 1. */
  readonly onProgress: (bytes: number, part: number) => void
}

/** Ends by itself, or when it is stopped; the writer is not closed here. */
export class FileFetch {
  /** Never rejects for anything that a device does. */
  readonly ended: Promise<FetchEnd>
  readonly #order: FileFetchOrder
  readonly #deps: FileFetchDeps
  readonly #stopping = Promise.withResolvers<'stopped'>()
  #stop: StopKind | null = null
  /** What the device says it has; 0: it does not say. */
  #announcedBytes = 0

  constructor(order: FileFetchOrder, deps: FileFetchDeps) {
    this.#order = order
    this.#deps = deps
    this.ended = this.#run()
  }

  stop(kind: StopKind): void {
    this.#stop ??= kind
    this.#stopping.resolve('stopped')
  }

  async #run(): Promise<FetchEnd> {
    const nothing = await this.#ask()
    if (nothing !== null) return nothing
    const begun = await this.#begin()
    if ('kind' in begun) return begun
    const end = await this.#wait(begun)
    if (end.kind === 'stopped' && this.#stop === 'pause' && (await this.#pause(begun))) return end
    if (end.kind !== 'finished') {
      if (end.kind === 'stopped') await this.#command(begun, 'cancel')
      await begun.upload.end()
      // What is not whole makes room for everything else.
      const { diskError } = await begun.upload.status()
      await begun.upload.close(diskError === null ? 'keep' : 'remove')
      return end
    }
    await begun.upload.end()
    return await this.#read(begun.upload)
  }

  /** Whether the device has anything, and how much; a device that does not say is asked all the same. */
  async #ask(): Promise<FetchEnd | null> {
    const answer = await this.#send({ name: 'listRecordings', span: this.#span() })
    if (answer === 'stopped') return { kind: 'stopped' }
    if (answer.kind === 'offline') return offline
    const entries = answer.kind === 'answered' && answer.answer.name === 'recordings' ? answer.answer.entries : null
    if (entries?.length === 0) return { kind: 'nothing' }
    this.#announcedBytes = entries?.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) ?? 0
    return null
  }

  /** The upload that was paused goes on, where the device still knows it; else a new one begins. */
  async #begin(): Promise<PausedUpload | FetchEnd> {
    const { paused, files, bytesPerS } = this.#deps
    const { deviceId, footageId, channel, fromMs, toMs } = this.#order
    const pausedUpload = paused.take(placeOf(this.#order))
    if (pausedUpload !== null) {
      // Its node may have closed it meanwhile.
      const isThere = await pausedUpload.upload.goOn().then(
        () => true,
        () => false,
      )
      const goesOn = isThere && (await this.#command(pausedUpload, 'resume'))
      if (goesOn) return pausedUpload
      await pausedUpload.upload.close('keep')
    }
    const mostBytes = ((toMs - fromMs) / 1000) * MOST_BYTES_PER_S + MOST_BYTES_MORE
    const upload = await files.open({ deviceId, footageId, channel, mostBytes, bytesPerS })
    if (upload === null) return offline
    const answer = await this.#send(this.#startCommand(upload), ANSWER_MS)
    if (answer !== 'stopped' && answer.kind === 'answered') {
      const serial = answer.answer.name === 'done' ? answer.answer.serial : 0
      await upload.asked(serial)
      return { upload, serial }
    }
    await upload.close('keep')
    if (answer === 'stopped') return { kind: 'stopped' }
    return notBegun(answer)
  }

  #span(): UploadSpan {
    const { channel, mainStream, fromMs, toMs } = this.#order
    return { channel, mainStream, fromMs, toMs }
  }

  #startCommand({ user, password, directory }: DeviceUpload): DeviceCommand {
    return { name: 'startUpload', span: this.#span(), user, password, directory }
  }

  /** Until the device says that it is over, or it shows. */
  async #wait({ upload }: PausedUpload): Promise<FetchEnd> {
    const { clock, isOnline, onProgress } = this.#deps
    const beganMs = clock.monotonicMs()
    for (;;) {
      if (this.#stop !== null) return { kind: 'stopped' }
      const { bytes, isReceiving, completed, isFull, diskError, over, ...status } = await upload.status()
      const part = this.#announcedBytes > 0 ? Math.min(0.99, bytes / this.#announcedBytes) : 0
      onProgress(bytes, part)
      const silentMs = Math.min(clock.monotonicMs() - beganMs, status.silentMs)
      if (isFull) return broken('The device brought more than was asked for.')
      if (diskError !== null) return broken(`The disk takes nothing: ${diskError}`)
      if (over !== null && !isReceiving) {
        if (over.result !== 0) return broken('The device says that its upload failed.')
        return bytes > 0 ? { kind: 'finished' } : broken('The device says that it is done and brought nothing.')
      }
      if (completed > 0 && !isReceiving && silentMs > LAST_WORD_MS) return { kind: 'finished' }
      if (silentMs > SILENT_MS) return isOnline() ? broken(silent) : offline
      await this.#pass(LOOK_MS)
    }
  }

  /** True when the device keeps it for later. */
  async #pause(pausedUpload: PausedUpload): Promise<boolean> {
    const isPaused = await this.#command(pausedUpload, 'pause')
    if (!isPaused) return false
    await pausedUpload.upload.pause()
    this.#deps.paused.keep(placeOf(this.#order), pausedUpload)
    return true
  }

  /** 0x9207; true when the device obeys. Also while it is being stopped. */
  async #command({ serial }: PausedUpload, action: UploadAction): Promise<boolean> {
    const { deviceId } = this.#order
    const result = await this.#deps.commands.send(
      deviceId,
      { name: 'controlUpload', serial, action },
      { timeoutMs: ORDER_MS },
    )
    return result.kind === 'answered'
  }

  async #read(upload: DeviceUpload): Promise<FetchEnd> {
    const { writer, audio } = this.#deps
    let files: 'keep' | 'remove' = 'keep'
    try {
      for await (const frame of framesOfFiles(await upload.files(), this.#order)) {
        if (this.#stop !== null) return { kind: 'stopped' }
        if (frame.kind === 'audio' && !audio) continue
        writer.frame(frame)
        while (writer.waitingBytes > WAITING_BYTES && writer.error === null) await this.#pass(WAITING_LOOK_MS)
        if (writer.error !== null) return broken(`The disk takes nothing: ${writer.error.message}`)
      }
      files = 'remove'
      return { kind: 'finished' }
    } catch (error) {
      if (!(error instanceof WrongFile)) throw error
      // It would be the same file again.
      files = 'remove'
      return broken(error.message)
    } finally {
      await upload.close(files)
    }
  }

  async #send(command: DeviceCommand, timeoutMs?: number): Promise<CommandResult | 'stopped'> {
    const options = timeoutMs === undefined ? {} : { timeoutMs }
    return await Promise.race([
      this.#deps.commands.send(this.#order.deviceId, command, options),
      this.#stopping.promise,
    ])
  }

  /** So long, or until it is stopped. */
  async #pass(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = this.#deps.clock.after(ms, resolve)
    await Promise.race([promise, this.#stopping.promise])
    timer.cancel()
  }
}

const offline: FetchEnd = { kind: 'offline', reason: 'The device is offline.' }
const silent =
  "The device agreed to bring the file but nothing came for 60 s. Check that it reaches this server's port for files (7021 unless set otherwise) and those of its data connections."

/** Of one upload: the channel of the footage that it is for. */
export function placeOf({ footageId, channel }: Pick<FileFetchOrder, 'footageId' | 'channel'>): string {
  return `${footageId}/${channel}`
}

function broken(reason: string): FetchEnd {
  return { kind: 'broken', reason }
}

function notBegun(result: Exclude<CommandResult, { kind: 'answered' }>): FetchEnd {
  switch (result.kind) {
    case 'offline':
      return offline
    case 'timeout':
      return broken(
        'The device did not answer the request for a file. Check that it supports JT/T 1078 uploads, or fetch it as a stream.',
      )
    case 'unreadable':
      return broken('The device answered, but not readably. Its log has the bytes; fetch it as a stream instead.')
    case 'refused':
      return broken(`The device refused to bring a file (answer ${result.result}). Fetch it as a stream instead.`)
  }
}
