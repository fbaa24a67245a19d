// Belongs here: the channels of one piece of footage, one after the other. Does not: when it is its turn (footage.ts).
import type { Clock } from '../../platform/clock/index.ts'
import { BytePacer } from '../../platform/limits/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { DeviceCommands } from '../../ports/commands/index.ts'
import type { DevicePlaybacks } from '../../ports/device-playback/index.ts'
import type { DeviceFiles } from '../../ports/files/index.ts'
import type { FootageFiles, FootageWriter } from '../../ports/recordings/index.ts'
import { ChannelFetch, type FetchEnd } from './channel-fetch.ts'
import { FileFetch, type StopKind } from './file-fetch.ts'
import type { Footage } from './footage.types.ts'
import type { PausedUploads } from './paused-uploads.ts'

export type RunEnd = { readonly kind: 'done' } | Exclude<FetchEnd, { kind: 'finished' | 'nothing' }>

export interface FootageRunDeps {
  readonly clock: Clock
  readonly log: Log
  readonly playbacks: DevicePlaybacks
  readonly footageFiles: FootageFiles
  readonly commands: DeviceCommands
  readonly files: DeviceFiles
  readonly paused: PausedUploads
  readonly isOnline: () => boolean
  /** Limit of its rate now; 0: there is none. */
  readonly bytesPerS: () => number
  readonly onProgress: (progress: Pick<Footage, 'part' | 'bytes' | 'finished' | 'filled'>) => void
  /** A channel is over. */
  readonly onChannel: () => void
}

/** Begins at once, and ends when all is here, when it breaks, or when it is stopped. */
export class FootageRun {
  /** Never rejects. */
  readonly ended: Promise<RunEnd>
  readonly #footage: Footage
  readonly #pacer: BytePacer
  readonly #deps: FootageRunDeps
  #finished: readonly number[]
  #filled: readonly number[]
  /** Of the channels that are not finished, by channel. */
  readonly #bytes = new Map<number, number>()
  #fetch: { readonly ended: Promise<FetchEnd>; stop(kind: StopKind): void } | null = null
  #stopped: StopKind | null = null

  constructor(footage: Footage, deps: FootageRunDeps) {
    this.#footage = footage
    this.#deps = deps
    this.#pacer = new BytePacer(deps.bytesPerS)
    this.#finished = footage.finished
    this.#filled = footage.filled
    this.ended = this.#run()
  }

  /** Resolves when its files are closed. */
  async stop(kind: StopKind): Promise<void> {
    this.#stopped ??= kind
    this.#fetch?.stop(kind)
    await this.ended
  }

  async #run(): Promise<RunEnd> {
    const { footageFiles, log } = this.#deps
    const { channels } = this.#footage
    try {
      for (const channel of this.#finished) this.#bytes.set(channel, await footageFiles.bytes(this.#footage, channel))
      for (const channel of channels) {
        if (this.#finished.includes(channel)) continue
        const end = await this.#channel(channel)
        if (end.kind !== 'finished' && end.kind !== 'nothing') return end
        await this.#over(channel)
      }
      return { kind: 'done' }
    } catch (error) {
      log.error({ err: error, id: this.#footage.id }, 'footage could not be fetched')
      return { kind: 'broken', reason: 'It could not be stored; the log of the server says why.' }
    }
  }

  /** Goes on where the files end. */
  async #channel(channel: number): Promise<FetchEnd> {
    const { footageFiles } = this.#deps
    const { startMs } = this.#footage
    const pausedUpload = await footageFiles.reopen(this.#footage, channel)
    if (this.#stopped !== null) return { kind: 'stopped' }
    this.#bytes.set(channel, pausedUpload.bytes)
    // What lies before the start belongs to the key frame that it needs.
    const writer = footageFiles.write(this.#footage, channel, pausedUpload.nextMs ?? Number.NEGATIVE_INFINITY)
    const fetch =
      this.#footage.way === 'file'
        ? this.#byFile(channel, writer)
        : this.#byStream(channel, writer, pausedUpload.nextMs ?? startMs)
    this.#fetch = fetch
    const end = await fetch.ended
    this.#fetch = null
    await writer.close()
    if (end.kind === 'finished' && writer.error !== null) return { kind: 'broken', reason: writer.error.message }
    return end
  }

  #byStream(channel: number, writer: FootageWriter, fromMs: number): ChannelFetch {
    const { clock, playbacks } = this.#deps
    const { id, deviceId, startMs, endMs, mainChannels, audio } = this.#footage
    const partOf = (timeMs: number): number => (timeMs - startMs) / (endMs - startMs)
    this.#progress(partOf(fromMs))
    // Devices are asked in whole seconds, and may count from where they begin.
    const wholeMs = Math.floor(fromMs / 1000) * 1000
    const order = { deviceId, channel, owner: `footage ${id}`, yieldsToOthers: true, toMs: endMs } as const
    // Recorders leave the sound out when they play faster.
    const speed = audio ? 1 : 0
    return new ChannelFetch(
      { ...order, speed, fromMs: wholeMs, mainStream: mainChannels.includes(channel) },
      {
        clock,
        playbacks,
        writer,
        pacer: this.#pacer,
        audio,
        onProgress: (timestampMs, bytes) => {
          this.#bytes.set(channel, (this.#bytes.get(channel) ?? 0) + bytes)
          this.#progress(partOf(timestampMs))
        },
      },
    )
  }

  /** All of it: what came of its files before is gone on with. */
  #byFile(channel: number, writer: FootageWriter): FileFetch {
    const { clock, commands, files, paused, isOnline, bytesPerS } = this.#deps
    const { id: footageId, deviceId, startMs: fromMs, endMs: toMs, mainChannels, audio } = this.#footage
    return new FileFetch(
      { deviceId, footageId, channel, fromMs, toMs, mainStream: mainChannels.includes(channel) },
      {
        clock,
        commands,
        files,
        paused,
        isOnline,
        bytesPerS: bytesPerS(),
        writer,
        audio,
        onProgress: (bytes, part) => {
          this.#bytes.set(channel, bytes)
          this.#progress(part)
        },
      },
    )
  }

  async #over(channel: number): Promise<void> {
    const bytes = await this.#deps.footageFiles.bytes(this.#footage, channel)
    this.#bytes.set(channel, bytes)
    this.#finished = [...this.#finished, channel]
    if (bytes > 0) this.#filled = [...this.#filled, channel]
    this.#progress(0)
    this.#deps.onChannel()
  }

  /** `part` of the channel that is being fetched. */
  #progress(part: number): void {
    const { channels } = this.#footage
    let bytes = 0
    for (const some of this.#bytes.values()) bytes += some
    this.#deps.onProgress({
      part: Math.min(1, (this.#finished.length + Math.min(1, Math.max(0, part))) / channels.length),
      bytes,
      finished: this.#finished,
      filled: this.#filled,
    })
  }
}
