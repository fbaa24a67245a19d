// Belongs here: the way through a recording backwards, group by group. Does not: forwards (recording-player.ts).
import type { RecordedFragment, RecordingInit } from '@fleetglass/media'
import type { MediaFile } from '../../platform/media-store/index.ts'
import type { MediaFrame } from '../../ports/live-media/index.ts'
import type { Segment } from '../../ports/recordings/index.ts'
import { readRecordingHeads } from './recording-heads.ts'
import { framesOf, MAX_FRAGMENT_BYTES, openRecording, type PlayerDeps } from './recording-player.ts'
import type { Recordings } from './recordings.types.ts'

/** `Recordings.backwards`. */
export function createBackwardReader(deps: PlayerDeps): Recordings['backwards'] {
  return async function* backwards(deviceKey, channel, beforeMs, signal) {
    for (let atMs = beforeMs; !signal.aborted; ) {
      const segment = await deps.finder.latestBefore(deviceKey, channel, atMs)
      if (segment === null) return
      yield* groupsOfFile(deps, segment, atMs, signal)
      atMs = segment.startMs
    }
  }
}

async function* groupsOfFile(
  deps: PlayerDeps,
  segment: Segment,
  beforeMs: number,
  signal: AbortSignal,
): AsyncGenerator<readonly MediaFrame[]> {
  const handle = await openRecording(deps, segment)
  if (handle === null) return
  try {
    const file = await readRecordingHeads(handle, segment.bytes)
    if (file === null) {
      deps.log.warn({ path: segment.path }, 'a recording cannot be read')
      return
    }
    for (const group of groupsOf(file.fragments).toReversed()) {
      if (signal.aborted) return
      if (firstPictureMs(group) >= beforeMs) continue
      const pictures = await picturesOf(handle, file.init, group)
      if (pictures.length > 0) yield pictures
    }
  } finally {
    await handle.close()
  }
}

/** Fragments from one that begins with a key frame to before the next one; what lies before the first cannot be shown. */
function groupsOf(fragments: readonly RecordedFragment[]): RecordedFragment[][] {
  const groups: RecordedFragment[][] = []
  for (const fragment of fragments) {
    if (fragment.beginsWithKeyFrame) groups.push([fragment])
    else groups.at(-1)?.push(fragment)
  }
  return groups
}

function firstPictureMs([first]: readonly RecordedFragment[]): number {
  return first?.samples.find(({ kind }) => kind === 'video')?.timestampMs ?? Number.POSITIVE_INFINITY
}

/** The pictures from the key frame on; a damaged one ends the group, since what follows needs it. */
async function picturesOf(
  handle: MediaFile,
  init: RecordingInit,
  group: readonly RecordedFragment[],
): Promise<MediaFrame[]> {
  const pictures: MediaFrame[] = []
  let bytes = 0
  for (const fragment of group) {
    const samples = fragment.samples.filter(({ kind }) => kind === 'video')
    if (samples.length === 0) continue
    bytes += samples.reduce((sum, { byteLength }) => sum + byteLength, 0)
    if (bytes > MAX_FRAGMENT_BYTES) return pictures
    const before = pictures.length
    for await (const frame of framesOf(handle, init, samples, pictures.length === 0)) pictures.push(frame)
    if (pictures.length - before < samples.length) return pictures
  }
  return pictures
}
