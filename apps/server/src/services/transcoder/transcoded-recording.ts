// Belongs here: the child of one who watches a recording. Does not: live streams, which share one (transcoded-streams.ts).
import { MediaCodec } from '@fleetglass/contract/streams'
import type { Log } from '../../platform/log/index.ts'
import type { MediaFrame } from '../../ports/live-media/index.ts'
import { advice, type ChildBudget, type TranscoderFailure } from './child-budget.ts'
import { type FfmpegChild, startFfmpeg, tooLargeSize } from './ffmpeg-child.ts'

/** A group of pictures comes at once, and none of it may be left out. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024

/** What the viewer has to know of a picture beside itself. */
export interface RecordedOrder {
  readonly discontinuity: boolean
  readonly shown?: 'never' | 'later' | undefined
}

export interface RecordedListener {
  picture(frame: MediaFrame, order: RecordedOrder): void
  failed(reason: TranscoderFailure): void
}

/** H.264 of recorded H.265, in the order of one viewer. It cannot be shared, because the viewer seeks. */
export interface TranscodedRecording {
  /** Begins with a key frame, and anew with one behind each interruption. */
  push(frame: MediaFrame, order: RecordedOrder): void
  /** Once all that was pushed has come out; forgotten when it is interrupted. */
  after(action: () => void): void
  /** What is under way is of no use any more. */
  interrupted(): void
  /** Bytes that wait for the child. */
  readonly waitingBytes: number
  close(): void
}

interface InProgress {
  readonly frame: MediaFrame
  readonly order: RecordedOrder
  readonly number: number
  readonly leg: number
}

/** Starts nothing before there is something to do. */
export function transcodeRecording(
  { budget, log }: { readonly budget: ChildBudget; readonly log: Log },
  listener: RecordedListener,
  onEnd: () => void,
): TranscodedRecording {
  let child: FfmpegChild<InProgress> | null = null
  let pushed = 0
  let out = 0
  let leg = 0
  let isOver = false
  let waiting: { readonly number: number; readonly action: () => void }[] = []

  function end(): void {
    if (isOver) return
    isOver = true
    onEnd()
    waiting = []
    const ended = child
    child = null
    if (ended !== null) budget.giveBack(ended.close())
  }

  function fail(reason: TranscoderFailure, detail: string): void {
    end()
    log.info({ reason, detail }, 'a recording is not converted any more')
    listener.failed(reason)
  }

  function start(): void {
    if (!budget.take()) {
      fail('transcoder-busy', advice.busy(budget.limit))
      return
    }
    const started = startFfmpeg<InProgress>(
      budget.program,
      {
        picture: (payload, keyFrame, { frame, order, number, leg: ofLeg }) => {
          if (isOver) return
          out = number
          const { config: _, ...source } = frame
          const made = { codec: MediaCodec.h264, transcodedFrom: frame.codec, payload, keyFrame }
          if (ofLeg === leg) listener.picture({ ...source, ...made }, order)
          release()
        },
        failed: (reason, words) => {
          if (child !== started) return
          if (reason === 'absent') fail('transcoder-absent', advice.absent(budget.program, words))
          else fail('transcoder-failed', advice.ended())
        },
      },
      MAX_WAITING_BYTES,
    )
    child = started
  }

  function release(): void {
    const due = waiting.filter(({ number }) => number <= out)
    waiting = waiting.filter(({ number }) => number > out)
    for (const { action } of due) action()
  }

  return {
    push(frame, order) {
      if (isOver) return
      const large = frame.keyFrame ? tooLargeSize(frame.payload) : null
      if (large !== null) {
        fail('transcoder-too-large', advice.tooLarge(large.width, large.height))
        return
      }
      if (child === null && frame.keyFrame) start()
      if (child === null) return
      pushed += 1
      child.push(frame.payload, frame.keyFrame, { frame, order, number: pushed, leg })
    },
    after(action) {
      if (out >= pushed) action()
      else waiting.push({ number: pushed, action })
    },
    interrupted() {
      leg += 1
      waiting = []
    },
    get waitingBytes() {
      return child?.waitingBytes ?? 0
    },
    close: end,
  }
}
