// Belongs here: who shares which child, and how many there are. Does not: the program (ffmpeg-child.ts), the streams.
import { MediaCodec } from '@fleetglass/contract/streams'
import type { Log } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import {
  asFirst,
  CachedGroup,
  type ChannelState,
  type LiveMedia,
  type LiveSubscription,
  type MediaFrame,
  type StreamAddress,
  type StreamReader,
  SwitchingSubscription,
  type WantedStream,
} from '../../ports/live-media/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import { advice, type ChildBudget, createChildBudget, type TranscoderFailure } from './child-budget.ts'
import { type FfmpegChild, startFfmpeg, tooLargeSize } from './ffmpeg-child.ts'
import { type RecordedListener, type TranscodedRecording, transcodeRecording } from './transcoded-recording.ts'

export interface TranscodedStreamsDeps {
  readonly log: Log
  readonly metrics: Metrics
  readonly liveMedia: Pick<LiveMedia, 'subscribe'>
  readonly registry: Pick<DeviceRegistry, 'byId'>
  /** Program to start. */
  readonly program: string
  /** Children at a time. */
  readonly limit: number
}

/** The streams of channels with H.264 only. */
export interface TranscodedStreams {
  /** As that of `Streams`. The reader receives a failure when no child is available. */
  subscribe(wanted: WantedStream, reader: StreamReader): LiveSubscription
  /** H.264 of a recording, for one viewer. */
  recording(listener: RecordedListener): TranscodedRecording
  /** Ends the children; resolves when they are gone. */
  close(): Promise<void>
}

/** Starts nothing before a viewer opens a channel that sends H.265. */
export function createTranscodedStreams(deps: TranscodedStreamsDeps): TranscodedStreams {
  const log = deps.log.child({ part: 'transcoder' })
  const shared = new Map<string, SharedStream>()
  const recordings = new Set<TranscodedRecording>()
  const budget = createChildBudget(deps)

  function streamOf(address: StreamAddress): SharedStream {
    const key = `${address.deviceId}/${address.channel}/${address.main}`
    const known = shared.get(key)
    if (known) return known
    const made: SharedStream = new SharedStream({ ...deps, log, address, budget, onEmpty: () => shared.delete(key) })
    shared.set(key, made)
    return made
  }

  return {
    subscribe({ deviceId, channel, main }, reader) {
      const set = deps.registry.byId(deviceId)?.channels[channel - 1]?.stream === 'main'
      const hubOf = (isMain: boolean) => streamOf({ deviceId, channel, main: isMain })
      return new SwitchingSubscription({ reader, hubOf, plays: () => false, stays: true }, main ?? set)
    },
    recording(listener) {
      const recording = transcodeRecording({ budget, log }, listener, () => recordings.delete(recording))
      recordings.add(recording)
      return recording
    },
    async close() {
      for (const stream of [...shared.values()]) stream.close()
      for (const recording of [...recordings]) recording.close()
      await budget.allGone()
    },
  }
}

interface SharedStreamDeps {
  readonly liveMedia: Pick<LiveMedia, 'subscribe'>
  readonly log: Log
  readonly address: StreamAddress
  readonly budget: ChildBudget
  readonly onEmpty: () => void
}

interface Subscriber {
  readonly reader: StreamReader
  waiting: boolean
}

/** One stream, its child while it is H.265, and those who watch it. */
class SharedStream {
  readonly #deps: SharedStreamDeps
  readonly #group = new CachedGroup()
  #subscribers: readonly Subscriber[] = []
  #subscription: { close(): void } | null = null
  #child: FfmpegChild<MediaFrame> | null = null
  #state: ChannelState | null = null
  #brokenOff = false

  constructor(deps: SharedStreamDeps) {
    this.#deps = deps
  }

  subscribe(reader: StreamReader): { close(): void } {
    const subscriber: Subscriber = { reader, waiting: true }
    this.#subscribers = [...this.#subscribers, subscriber]
    if (this.#subscription === null) this.#begin()
    else {
      if (this.#state) reader.state(this.#state)
      const [first, ...rest] = this.#group.frames
      if (first && this.#subscribers.includes(subscriber)) {
        subscriber.waiting = false
        this.#giveTo(subscriber, asFirst(first))
        for (const frame of rest) this.#giveTo(subscriber, frame)
      }
    }
    return { close: () => this.#leave(subscriber) }
  }

  close(): void {
    this.#subscribers = []
    this.#end()
  }

  #begin(): void {
    const subscription = { close: () => {} }
    this.#subscription = subscription
    const begun = this.#deps.liveMedia.subscribe(this.#deps.address, {
      frame: (frame) => this.#frame(frame),
      state: (state) => this.#publish(state),
      startupTrace: (startupTrace) => {
        for (const { reader } of this.#subscribers) reader.startupTrace?.(startupTrace)
      },
    })
    // Everybody may have left while the kept pictures were given.
    if (this.#subscription === subscription) this.#subscription = begun
    else begun.close()
  }

  #end(): void {
    this.#subscription?.close()
    this.#subscription = null
    this.#endChild()
    this.#group.clear()
    this.#deps.onEmpty()
  }

  #endChild(): void {
    const child = this.#child
    this.#child = null
    if (child !== null) this.#deps.budget.giveBack(child.close())
  }

  #leave(subscriber: Subscriber): void {
    if (!this.#subscribers.includes(subscriber)) return
    this.#subscribers = this.#subscribers.filter((other) => other !== subscriber)
    if (this.#subscribers.length === 0) this.#end()
  }

  #publish(state: ChannelState): void {
    this.#state = state
    for (const { reader } of this.#subscribers) reader.state(state)
  }

  #frame(frame: MediaFrame): void {
    if (frame.kind !== 'video' || frame.codec !== MediaCodec.h265) {
      if (frame.kind === 'video') this.#endChild()
      this.#give(frame)
      return
    }
    const large = frame.keyFrame && !this.#brokenOff ? tooLargeSize(frame.payload) : null
    if (large !== null) {
      this.#endChild()
      this.#breakOff('transcoder-too-large', advice.tooLarge(large.width, large.height))
      return
    }
    if (this.#child === null && (!frame.keyFrame || !this.#start())) return
    this.#child?.push(frame.payload, frame.keyFrame, frame)
  }

  #start(): boolean {
    const { budget, log, address } = this.#deps
    if (this.#brokenOff) return false
    if (!budget.take()) {
      // Its place is free before the next key frame.
      if (budget.freesSoon) return false
      this.#breakOff('transcoder-busy', advice.busy(budget.limit))
      return false
    }
    const child = startFfmpeg<MediaFrame>(budget.program, {
      picture: (payload, keyFrame, { config: _, ...source }) => {
        const made = { codec: MediaCodec.h264, transcodedFrom: source.codec, payload, keyFrame }
        this.#give({ ...source, ...made, discontinuity: source.discontinuity && keyFrame })
      },
      failed: (reason, words) => {
        if (this.#child !== child) return
        log.warn({ ...address, words }, 'the child that makes H.264 ended')
        this.#endChild()
        if (reason === 'absent') this.#breakOff('transcoder-absent', advice.absent(budget.program, words))
        else this.#breakOff('transcoder-failed', advice.ended())
      },
    })
    this.#child = child
    return true
  }

  /** A new reader starts a new attempt. */
  #breakOff(reason: TranscoderFailure, detail: string): void {
    this.#brokenOff = true
    this.#deps.log.info({ ...this.#deps.address, reason, detail }, 'a stream is not converted any more')
    const sinceMs = this.#state && 'sinceMs' in this.#state ? this.#state.sinceMs : 0
    this.#publish({ kind: 'failed', sinceMs, reason, detail })
  }

  #give(frame: MediaFrame): void {
    this.#group.push(frame)
    for (const subscriber of this.#subscribers) {
      if (!subscriber.waiting || frame.kind === 'audio') this.#giveTo(subscriber, frame)
      else if (frame.keyFrame) {
        subscriber.waiting = false
        this.#giveTo(subscriber, asFirst(frame))
      }
    }
  }

  /** A reader that fails is dropped, and no other with it. */
  #giveTo(subscriber: Subscriber, frame: MediaFrame): void {
    try {
      subscriber.reader.frame(frame)
    } catch (error) {
      this.#deps.log.error({ err: error, ...this.#deps.address }, 'a reader failed and was dropped')
      this.#leave(subscriber)
    }
  }
}
