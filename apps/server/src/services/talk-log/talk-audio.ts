// Belongs here: one side of a recorded talk, or both in one, as a WAV of its own. Does not: who may have it (features/talk).
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { WAV_HEAD_BYTES, wavHead } from './wav-head.ts'

/** TALKLOG-12: what the operator said, what the device said, both in one. */
export type TalkSide = 'source' | 'mdvr' | 'merge'

const FRAME_BYTES = 4

export interface TalkAudio {
  readonly bytes: number
  /** The file, from its head on. */
  content(): AsyncGenerator<Buffer>
}

/** Mono, 8 kHz (TALKLOG-13). `null` when the file is gone. */
export async function talkAudio(path: string, side: TalkSide): Promise<TalkAudio | null> {
  const size = await stat(path).then(
    ({ size: bytes }) => bytes,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    },
  )
  if (size === null) return null
  const frames = Math.max(0, Math.floor((size - WAV_HEAD_BYTES) / FRAME_BYTES))
  return {
    bytes: WAV_HEAD_BYTES + frames * 2,
    async *content() {
      yield wavHead(1, frames * 2)
      if (frames > 0) yield* oneSide(path, side, WAV_HEAD_BYTES + frames * FRAME_BYTES)
    },
  }
}

/** The talk may go on: it is read as far as it was when it was asked for. */
async function* oneSide(path: string, side: TalkSide, endByte: number): AsyncGenerator<Buffer> {
  let left = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { start: WAV_HEAD_BYTES, end: endByte - 1 })) {
    const both = Buffer.concat([left, chunk as Buffer])
    const frames = Math.floor(both.length / FRAME_BYTES)
    const mono = Buffer.alloc(frames * 2)
    for (let at = 0; at < frames; at++) mono.writeInt16LE(sampleOf(both, at * FRAME_BYTES, side), at * 2)
    left = both.subarray(frames * FRAME_BYTES)
    yield mono
  }
}

function sampleOf(both: Buffer, at: number, side: TalkSide): number {
  const operator = side === 'mdvr' ? 0 : both.readInt16LE(at)
  const device = side === 'source' ? 0 : both.readInt16LE(at + 2)
  return Math.max(-32_768, Math.min(32_767, operator + device))
}
