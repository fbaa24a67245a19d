// Belongs here: index rows from what lies in the folder. Does not: rows of files that close normally (recorder.ts).
import { open, readFile } from 'node:fs/promises'
import { readRecording } from '@fleetglass/media'
import type { Log } from '../../platform/log/index.ts'
import type { DeviceRegistry } from '../registry/index.ts'
import { type MediaFolder, parseSegmentPath } from './media-folder.ts'
import type { IndexReport, Segment } from './recorder.types.ts'
import type { RecordingStore } from './recording.store.ts'

/** Files read one after the other before their rows are written. */
const BATCH = 200

export interface IndexBuilderDeps {
  readonly store: RecordingStore
  readonly folder: MediaFolder
  readonly registry: DeviceRegistry
  readonly log: Log
  /** Paths that are being written now: they come into the index when they close. */
  readonly isRunning: (path: string) => boolean
  readonly signal: AbortSignal
}

/**
 * Adds every file of days from `fromMs` on that has no row. A file that a kill has torn is cut behind its last whole
 * fragment; one without any is removed.
 */
export async function completeIndex(deps: IndexBuilderDeps, fromMs: number): Promise<IndexReport> {
  const { store, folder, registry, signal } = deps
  const known = await store.pathsSince(fromMs - 2 * 86_400_000)
  const report = { added: 0, repaired: 0, foreign: 0 }
  let batch: Segment[] = []
  for await (const path of folder.list(fromMs)) {
    if (signal.aborted) break
    if (known.has(path) || deps.isRunning(path)) continue
    const name = parseSegmentPath(path)
    const device = name && registry.byId(name.deviceId)
    if (!device) {
      report.foreign += 1
      continue
    }
    const found = await readSegment(deps, path, device.key, name.channel)
    if (found.isRepaired) report.repaired += 1
    if (found.segment) batch.push(found.segment)
    if (batch.length >= BATCH) {
      await store.add(batch)
      report.added += batch.length
      batch = []
    }
  }
  await store.add(batch)
  report.added += batch.length
  return report
}

async function readSegment(
  { folder, log }: IndexBuilderDeps,
  path: string,
  deviceKey: number,
  channel: number,
): Promise<{ readonly segment: Segment | null; readonly isRepaired: boolean }> {
  const bytes = await readFile(folder.absolute(path))
  const recording = readRecording(bytes)
  const fragments = recording.ok ? recording.value.fragments : []
  const first = fragments[0]
  const last = fragments.at(-1)
  if (!recording.ok || first === undefined || last === undefined) {
    log.info({ path, bytes: bytes.length }, 'a recording without a whole fragment was removed')
    await folder.remove(path)
    return { segment: null, isRepaired: true }
  }
  const { wholeBytes, tornBy } = recording.value
  if (tornBy !== null) {
    log.info({ path, reason: tornBy, bytes: bytes.length - wholeBytes }, 'the torn end of a recording was cut off')
    const handle = await open(folder.absolute(path), 'r+')
    await handle.truncate(wholeBytes).finally(() => handle.close())
  }
  const segment: Segment = {
    deviceKey,
    channel,
    startMs: first.startMs,
    endMs: last.endMs,
    bytes: wholeBytes,
    firstKeyFrameOffset: fragments.find((fragment) => fragment.beginsWithKeyFrame)?.offset ?? first.offset,
    path,
  }
  return { segment, isRepaired: tornBy !== null }
}
