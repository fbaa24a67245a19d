import { splitSlot } from '../../platform/media-store/index.ts'
import type { Segment } from '../../ports/recordings/index.ts'
import type { RecordingStore } from './recording.store.ts'

export interface ClosedFiles {
  readonly store: Pick<RecordingStore, 'overlapping'>
  /** Closed files that have no row yet, of all devices. */
  readonly unindexed: () => Iterable<Segment>
}

export interface FindRange {
  readonly startMs: number
  readonly endMs: number
  readonly channel?: number
  /** Without those that are locked. */
  readonly unlocked?: boolean
  /** On these media slots only; '' is the media folder. */
  readonly slots?: readonly string[]
}

/** Closed files of a device that overlap `[startMs, endMs)`, by time, with those that have no row yet; about `limit` of them. */
export async function findClosed(
  { store, unindexed }: ClosedFiles,
  deviceKey: number,
  range: FindRange,
  limit?: number,
): Promise<Segment[]> {
  // Listed before the index is asked: a file whose row is written in between is then in both, never in neither.
  const withoutRow = [...unindexed()].filter((segment) => segment.deviceKey === deviceKey && overlaps(segment, range))
  const indexed = await store.overlapping(deviceKey, { ...range, ...(limit !== undefined && { limit }) })
  return merge(indexed, withoutRow)
}

export function overlaps(segment: Segment, { startMs, endMs, channel, slots }: FindRange): boolean {
  if (channel !== undefined && segment.channel !== channel) return false
  if (slots !== undefined && !slots.includes(splitSlot(segment.path).slot)) return false
  return segment.startMs < endMs && segment.endMs > startMs
}

/** By time; of a file that is in both, what the index has. */
export function merge(indexed: readonly Segment[], others: readonly Segment[]): Segment[] {
  const known = new Set(indexed.map(({ path }) => path))
  return [...indexed, ...others.filter(({ path }) => !known.has(path))].sort((a, b) => a.startMs - b.startMs)
}
