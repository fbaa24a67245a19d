// Belongs here: what is stored with a file in the bucket, so that its row can be made again without reading it.
import { z } from 'zod'
import type { Segment } from '../../ports/recordings/index.ts'

type Described = Pick<Segment, 'startMs' | 'endMs' | 'bytes' | 'firstKeyFrameOffset'>

const number = z.number().int().min(0)
const schema = z.tuple([number, number, number, number])

/** ASCII, the same for the same file. */
export function segmentLabel({ startMs, endMs, bytes, firstKeyFrameOffset }: Described): string {
  return JSON.stringify([startMs, endMs, bytes, firstKeyFrameOffset])
}

/** `null` for what is no such label. */
export function readSegmentLabel(label: string): Described | null {
  const parsed = schema.safeParse(jsonOf(label))
  if (!parsed.success) return null
  const [startMs, endMs, bytes, firstKeyFrameOffset] = parsed.data
  return { startMs, endMs, bytes, firstKeyFrameOffset }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A label of another program.
    return null
  }
}
