// Belongs here: what a file of ours holds, from its heads alone. Does not: the media in it (recording-player.ts).
import { readSync } from 'node:fs'
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
  const reading = recordingHeads(endBytes)
  let step = reading.next()
  while (step.done !== true) step = reading.next(await readAt(handle, step.value.position, step.value.length))
  return step.value
}

/** The same on a thread that may wait for the disk. */
export function readRecordingHeadsSync(file: number, endBytes: number): RecordingHeads | null {
  const reading = recordingHeads(endBytes)
  let step = reading.next()
  while (step.done !== true) {
    const { position, length } = step.value
    const bytes = Buffer.allocUnsafe(length)
    step = reading.next(bytes.subarray(0, readSync(file, bytes, 0, length, position)))
  }
  return step.value
}

/** Bytes that are wanted of the file; what comes back is shorter where it ends. */
interface Wanted {
  readonly position: number
  readonly length: number
}

function* recordingHeads(endBytes: number): Generator<Wanted, RecordingHeads | null, Uint8Array> {
  const init = readInit(yield { position: 0, length: HEAD_BYTES })
  if (!init.ok) return null
  const fragments: RecordedFragment[] = []
  let at = init.value.byteLength
  while (at < endBytes) {
    const fragment = yield* fragmentHeads(at, init.value)
    if (fragment === null || at + fragment.byteLength > endBytes) break
    fragments.push(fragment)
    at += fragment.byteLength
  }
  return { init: init.value, fragments, wholeBytes: at }
}

function* fragmentHeads(at: number, init: RecordingInit): Generator<Wanted, RecordedFragment | null, Uint8Array> {
  let length = HEAD_BYTES
  for (;;) {
    const bytes = yield { position: at, length }
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
