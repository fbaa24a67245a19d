// Belongs here: what a file of ours holds, from its heads alone. Does not: the media in it (recording-player.ts).
import type { FileHandle } from 'node:fs/promises'
import { type RecordedFragment, type RecordingInit, readFragment, readInit } from '@fleetglass/media'

/** First read of a fragment: its heads, for some hundred samples. */
const HEAD_BYTES = 4096

export interface RecordingHeads {
  readonly init: RecordingInit
  readonly fragments: readonly RecordedFragment[]
  /** Where the last whole fragment ends. */
  readonly wholeBytes: number
}

/** Heads of all whole fragments up to `endBytes`; `null` when the beginning of the file cannot be read. */
export async function readRecordingHeads(handle: FileHandle, endBytes: number): Promise<RecordingHeads | null> {
  const init = readInit(await readAt(handle, 0, HEAD_BYTES))
  if (!init.ok) return null
  const fragments: RecordedFragment[] = []
  let at = init.value.byteLength
  while (at < endBytes) {
    const fragment = await readHeads(handle, at, init.value)
    if (fragment === null || at + fragment.byteLength > endBytes) break
    fragments.push(fragment)
    at += fragment.byteLength
  }
  return { init: init.value, fragments, wholeBytes: at }
}

async function readHeads(handle: FileHandle, at: number, init: RecordingInit): Promise<RecordedFragment | null> {
  let length = HEAD_BYTES
  for (;;) {
    const bytes = await readAt(handle, at, length)
    const reading = readFragment(bytes, 0, init, at)
    if (reading.kind === 'fragment') return reading.fragment
    if (reading.kind === 'bad' || bytes.length < length) return null
    length = reading.end - at
  }
}

/** Bytes of the file; fewer where it ends. */
export async function readAt(handle: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(length)
  const { bytesRead } = await handle.read(bytes, 0, length, position)
  return bytes.subarray(0, bytesRead)
}
