// Belongs here: footage of events through the queue of retrieval: what is requested, how it stands, and the file that comes of
// it. Does not: the exchange with the device (services/retrieval), what waits (event-fetch.store.ts).
import type { ErrorCode } from '@fleetglass/contract/errors'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { EventMedia } from '../event-media/index.ts'
import type { Clip } from '../recordings/index.ts'
import type { Footage, FootageEngine } from '../retrieval/index.ts'
import type { FetchOfEvent } from './event-fetch.types.ts'
import { type EventFiles, footagePath } from './event-files.ts'
import { report, reportAll } from './media-reports.ts'

/** Stands where the name of a user stands who requested footage. */
const REQUESTED_BY = 'Download plan'
/** Between two reports of how far it is. */
const REPORT_MS = 2_000
/** A clip begins at a key frame and ends with a picture: what misses less is whole. */
const TOLERANCE_MS = 3_000
/** Looks, one a second, before a file that cannot be stored is given up. */
const MAX_FAILURES = 10

/** How a fetch ended: the channels of which there is nothing, and why. */
export interface FetchEnd {
  readonly left: readonly number[]
  readonly reason: ErrorCode | null
}

export interface FootageFetchesDeps {
  readonly clock: Clock
  readonly log: Log
  readonly footage: FootageEngine
  readonly media: Pick<EventMedia, 'put'>
  readonly files: EventFiles
  readonly isOnline: (deviceId: string) => boolean
  readonly isAccOff: (deviceId: string) => boolean
  /** A file is there, and the event says so. */
  readonly onFile: (fetch: FetchOfEvent, file: { readonly path: string; readonly bytes: number }) => Promise<void>
}

interface Active {
  readonly fetch: FetchOfEvent
  readonly footageId: number
  /** Waits for the ignition. */
  isHeld: boolean
  reported: string
  reportedMs: number
  /** Looks in which its files could not be read or stored. */
  failures: number
}

/** Footage that is being fetched for events, by the device that it comes from. */
export class FootageFetches {
  readonly #deps: FootageFetchesDeps
  readonly #active = new Map<number, Active>()

  constructor(deps: FootageFetchesDeps) {
    this.#deps = deps
  }

  get size(): number {
    return this.#active.size
  }

  /** Those whose device is there. */
  get online(): number {
    return [...this.#active.values()].filter(({ fetch }) => this.#deps.isOnline(fetch.deviceId)).length
  }

  get ids(): readonly number[] {
    return [...this.#active.keys()]
  }

  isBusy(deviceKey: number): boolean {
    return [...this.#active.values()].some(({ fetch }) => fetch.deviceKey === deviceKey)
  }

  /** Requests it, or goes on with what an earlier process requested; `false`: the queue is full. */
  async start(fetch: FetchOfEvent): Promise<boolean> {
    const { footage, media } = this.#deps
    const earlier = footage.all().find(({ eventSerial }) => eventSerial === fetch.serial)
    const footageId = earlier?.id ?? (await this.#request(fetch))
    if (footageId === null) return false
    const isHeld = earlier?.state === 'paused'
    this.#active.set(fetch.id, { fetch, footageId, isHeld, reported: '', reportedMs: 0, failures: 0 })
    if (earlier === undefined) await reportAll(media, fetch, 'fetching')
    return true
  }

  /** Another process fetches it: what was requested for it here is given up. */
  async drop(id: number): Promise<void> {
    const active = this.#active.get(id)
    if (active === undefined) return
    this.#active.delete(id)
    await this.#deps.footage.remove(active.footageId)
  }

  /** Looks at all of them; calls `ended` with each that is over. */
  async look(ended: (fetch: FetchOfEvent, end: FetchEnd) => Promise<void>): Promise<void> {
    for (const active of [...this.#active.values()]) {
      const end = await this.#lookAt(active).catch((error: unknown) => this.#failed(active, error))
      if (end === null) continue
      await ended(active.fetch, end)
      await this.#deps.footage.remove(active.footageId)
      this.#active.delete(active.fetch.id)
    }
  }

  /** One file that cannot be written or read holds up no other fetch. */
  #failed(active: Active, error: unknown): FetchEnd | null {
    active.failures += 1
    const { serial, channels } = active.fetch
    this.#deps.log.error({ err: error, serial, failures: active.failures }, 'Cannot store the footage of an event')
    return active.failures < MAX_FAILURES ? null : { left: channels, reason: 'event-footage-failed' }
  }

  async #request(fetch: FetchOfEvent): Promise<number | null> {
    const { deviceKey, deviceId, startMs, endMs, channels, mainChannels, audio, serial } = fetch
    const ids = await this.#deps.footage.add([
      {
        deviceKey,
        deviceId,
        startMs,
        endMs,
        channels,
        mainChannels,
        audio,
        way: 'stream',
        userName: REQUESTED_BY,
        createdMs: this.#deps.clock.nowMs(),
        eventSerial: serial,
      },
    ])
    return ids?.[0] ?? null
  }

  /** `null` while it is not over. */
  async #lookAt(active: Active): Promise<FetchEnd | null> {
    const { fetch, footageId } = active
    const footage = this.#deps.footage.get(footageId)
    // Somebody removed it, or it made room for others.
    if (footage === undefined) return { left: fetch.channels, reason: 'event-footage-failed' }
    if (footage.state === 'done' || footage.state === 'failed') return await this.#finish(fetch, footage)
    if (fetch.accOffOnly) await this.#followIgnition(active)
    await this.#reportProgress(active, footage)
    return null
  }

  async #followIgnition(active: Active): Promise<void> {
    const { footage, isAccOff } = this.#deps
    const isHeld = !isAccOff(active.fetch.deviceId)
    if (isHeld === active.isHeld) return
    active.isHeld = isHeld
    await (isHeld ? footage.pause(active.footageId) : footage.resume(active.footageId))
  }

  async #reportProgress(active: Active, { part, state }: Footage): Promise<void> {
    const { clock, media, isOnline } = this.#deps
    const { fetch } = active
    const standing = {
      state: state === 'running' ? ('fetching' as const) : ('waiting' as const),
      percent: Math.min(99, Math.floor(part * 100)),
      reason: active.isHeld ? ('ignition-on' as const) : isOnline(fetch.deviceId) ? null : ('device-offline' as const),
    }
    const said = JSON.stringify(standing)
    if (said === active.reported || clock.monotonicMs() - active.reportedMs < REPORT_MS) return
    active.reported = said
    active.reportedMs = clock.monotonicMs()
    await reportAll(media, fetch, standing.state, standing)
  }

  /** Each channel that the device delivered becomes a file of the event. */
  async #finish(fetch: FetchOfEvent, footage: Footage): Promise<FetchEnd> {
    const left: number[] = []
    let reason: ErrorCode | null = null
    for (const channel of fetch.channels) {
      const missing = await this.#finishChannel(fetch, footage, channel)
      if (missing === null) continue
      left.push(channel)
      reason = missing
    }
    return { left, reason }
  }

  /** Why there is no file; `null`: there is one. */
  async #finishChannel(fetch: FetchOfEvent, footage: Footage, channel: number): Promise<ErrorCode | null> {
    const isFinished = footage.finished.includes(channel)
    if (isFinished && !footage.filled.includes(channel)) return 'device-recorded-nothing'
    // Also what a device delivered before it failed.
    const clip = await this.#deps.footage.clip(footage.id, channel)
    if (clip === null) return isFinished ? 'event-footage-wrong-time' : 'event-footage-failed'
    const overlapMs = Math.min(clip.endMs, fetch.endMs) - Math.max(clip.startMs, fetch.startMs)
    if (overlapMs <= 0) return 'event-footage-wrong-time'
    await this.#store(fetch, channel, clip)
    return null
  }

  async #store(fetch: FetchOfEvent, channel: number, clip: Clip): Promise<void> {
    const { files, media, onFile } = this.#deps
    const path = footagePath(fetch.deviceId, fetch.serial, channel)
    const bytes = await files.store(path, clip.read(0, clip.byteLength))
    const isWhole = clip.startMs <= fetch.startMs + TOLERANCE_MS && clip.endMs >= fetch.endMs - TOLERANCE_MS
    const isListed = await report(media, fetch, channel, {
      state: 'done',
      percent: 100,
      path,
      bytes,
      startS: Math.floor(clip.startMs / 1000),
      endS: Math.ceil(clip.endMs / 1000),
      reason: isWhole ? null : 'event-footage-partial',
    })
    if (isListed) await onFile(fetch, { path, bytes })
    else await files.remove(path)
  }
}
