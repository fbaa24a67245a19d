// Belongs here: a file of JT/T 1078 packets one behind the other, as recorders keep them, as frames. Does not: other kinds of
// files (services/retrieval), the same packets on a media line (media/).
import { FrameJoiner, type MediaEvent, MediaPacketParser, RecordedTimeLine } from '@fleetglass/jt1078'
import type { MediaFile } from '../../platform/media-store/index.ts'
import { createMediaSource, type MediaFrame } from '../../ports/live-media/index.ts'

const READ_BYTES = 256 * 1024
const MAGIC = [0x30, 0x31, 0x63, 0x64]

export interface PacketFileOrder {
  readonly channel: number
  readonly mainStream: boolean
  /** Unix ms of what was asked for: where time stamps count from the beginning of the file they count from here. */
  readonly fromMs: number
  readonly toMs: number
}

/** Whether a file that begins like this is one. */
export function isPacketFile(head: Uint8Array): boolean {
  return MAGIC.every((byte, at) => head[at] === byte)
}

/** The frames of one channel. Throws `BadPacketFile` behind what could be read. */
export async function* packetFrames(handle: MediaFile, order: PacketFileOrder): AsyncGenerator<MediaFrame> {
  const parser = new MediaPacketParser()
  const timeLine = new RecordedTimeLine(order.fromMs, order.toMs)
  let frames: MediaFrame[] = []
  const source = createMediaSource({
    // What is dropped of a file is of no line: it is not counted.
    counters: { add: () => undefined },
    publication: {
      mainStream: order.mainStream,
      frame: (frame) => frames.push(frame),
      close: () => undefined,
    },
    stamp: (kind, deviceMs, durationMs) => timeLine.stamp(kind, deviceMs, durationMs),
  })
  const joiner = new FrameJoiner({ isKeyFrame: source.isKeyFrame })
  let isLost = false
  const take = (event: MediaEvent): void => {
    if (event.kind === 'out-of-step') isLost = true
    else if (event.kind === 'packet' && event.channel === order.channel) joiner.push(event, source.take)
  }
  for (let at = 0; ; ) {
    // A buffer of its own each time: frames that are not whole yet are views of it.
    const bytes = await handle.read(at, READ_BYTES)
    if (bytes.length === 0) break
    at += bytes.length
    parser.push(bytes, take)
    yield* frames
    frames = []
    if (isLost) throw new BadPacketFile('What follows its packets is no JT/T 1078.')
  }
  parser.end(take)
  joiner.end((event) => source.take(event))
  yield* frames
}

/** For people: why a file cannot be read on. */
export class BadPacketFile extends Error {}
