// Belongs here: the files that a device brought of one channel, as frames in order. Does not: how they came (file-fetch.ts).
import type { MediaFile } from '../../platform/media-store/index.ts'
import type { UploadedFile } from '../../ports/files/index.ts'
import type { MediaFrame } from '../../ports/live-media/index.ts'
import { DamagedMp4File, isMp4File, mp4Frames, mp4StartMs, openMp4File } from './mp4-file.ts'
import { BadPacketFile, isPacketFile, type PacketFileOrder, packetFrames } from './packet-file.ts'

const HEAD_BYTES = 16
/** Pictures before the start that are kept for the one that needs them. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024
/** As many as the seconds between two key frames have. */
const MAX_BUFFERED_FRAMES = 10_000

/** A file that is not what was asked for; the message is for people. */
export class WrongFile extends Error {}

/**
 * Frames of `[fromMs, toMs)`, from the key frame before on. Throws `WrongFile` for what cannot be read, also behind frames that
 * could be. Files that say when they begin come by their time, others as the files come, one after the other. Of each is
 * kept only when it begins: it is opened again when its turn comes.
 */
export async function* framesOfFiles(
  uploaded: readonly UploadedFile[],
  order: PacketFileOrder,
): AsyncGenerator<MediaFrame> {
  try {
    const files: { readonly file: UploadedFile; readonly startMs: number | null }[] = []
    for (const file of uploaded) {
      for await (const { startMs } of opened(file, order)) files.push({ file, startMs })
    }
    files.sort((a, b) => (a.startMs ?? order.fromMs) - (b.startMs ?? order.fromMs))
    let endMs = order.fromMs
    for (const { file, startMs } of files) {
      for await (const kind of opened(file, order)) {
        for await (const frame of inRange(kind.frames(startMs ?? endMs), order)) {
          endMs = Math.max(endMs, frame.timestampMs)
          yield frame
        }
      }
    }
  } catch (error) {
    if (error instanceof DamagedMp4File || error instanceof BadPacketFile) throw new WrongFile(error.message)
    throw error
  }
}

interface OpenFile {
  /** `null`: it does not say. */
  readonly startMs: number | null
  frames(startMs: number): AsyncGenerator<MediaFrame>
}

/** The one file, closed when its consumer is done with it. */
async function* opened(file: UploadedFile, order: PacketFileOrder): AsyncGenerator<OpenFile> {
  const handle = await file.open()
  try {
    yield await openKind(handle, order)
  } finally {
    await handle.close()
  }
}

async function openKind(handle: MediaFile, order: PacketFileOrder): Promise<OpenFile> {
  const head = await handle.read(0, HEAD_BYTES)
  if (head.length === 0) throw new WrongFile('The device brought an empty file.')
  if (isPacketFile(head)) {
    for await (const { timestampMs } of packetFrames(handle, order)) {
      return { startMs: timestampMs, frames: () => packetFrames(handle, order) }
    }
    throw new WrongFile(`The file that the device brought has no picture of channel ${order.channel}.`)
  }
  if (!isMp4File(head)) throw new WrongFile('The file that the device brought is neither MP4 nor JT/T 1078.')
  const mp4 = await openMp4File(handle)
  if (typeof mp4 === 'string') throw new WrongFile(mp4)
  const startMs = mp4StartMs(mp4, order.fromMs, order.toMs)
  return { startMs, frames: (at) => mp4Frames(handle, mp4, at, order.mainStream) }
}

/** What lies before the range is of use only from its last key frame on. */
async function* inRange(
  frames: AsyncIterable<MediaFrame>,
  { fromMs, toMs }: PacketFileOrder,
): AsyncGenerator<MediaFrame> {
  let paused: MediaFrame[] = []
  let bufferedBytes = 0
  for await (const frame of frames) {
    if (frame.timestampMs >= toMs) continue
    if (frame.timestampMs >= fromMs) {
      const beginsAnew = frame.kind === 'video' && frame.keyFrame
      if (!beginsAnew) yield* paused
      paused = []
      yield frame
      continue
    }
    if (frame.kind === 'video' && frame.keyFrame) {
      paused = [frame]
      bufferedBytes = frame.payload.length
    } else if (paused.length > 0 && paused.length < MAX_BUFFERED_FRAMES && bufferedBytes < MAX_BUFFERED_BYTES) {
      paused.push(frame)
      bufferedBytes += frame.payload.length
    }
  }
}
