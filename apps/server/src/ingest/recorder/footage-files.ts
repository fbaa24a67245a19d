// Belongs here: footage in files of its own, `media/<deviceid>/footage/<id>/…`. Does not: the server's recording, and what is
// fetched when (services/retrieval).
import { open, rm } from 'node:fs/promises'
import type { Clock } from '../../platform/clock/index.ts'
import { MediaFolder, mediaFileOf } from '../../platform/media-store/index.ts'
import type { MediaFrame } from '../../ports/live-media/index.ts'
import type {
  FootageFiles,
  FootageKey,
  FootageWriter,
  StoredFootageFile,
  StoredPart,
} from '../../ports/recordings/index.ts'
import { parseSegmentPath } from '../../ports/recordings/index.ts'
import { readRecordingHeads, recordedFiles } from '../../services/recordings/index.ts'
import { ChannelRecorder } from './channel-recorder.ts'
import type { WritePlace } from './recording-disks.ts'
import type { WriteBudget } from './write-budget.ts'

const TICK_MS = 1_000
/** The same picture had again: its time may be a little other. */
const SAME_MS = 100

export interface FootageFilesDeps {
  readonly clock: Clock
  readonly folder: MediaFolder
  readonly budget: WriteBudget
  /** The media folder: footage is not spread over media slots. */
  readonly place: WritePlace
}

export function createFootageFiles({ clock, folder, budget, place }: FootageFilesDeps): FootageFiles {
  // The name of the folder stands behind every day, so that nobody takes it for a day of the recording.
  const pathOf = ({ id, deviceId }: FootageKey): string => `${deviceId}/footage/${id}`
  const folderOf = (footageKey: FootageKey): MediaFolder => new MediaFolder(folder.absolute(pathOf(footageKey)))

  /** By time; those of other channels left out. */
  async function filesOf(footageKey: FootageKey, channel: number): Promise<StoredFootageFile[]> {
    const own = folderOf(footageKey)
    const named = []
    for await (const path of recordedFiles(own, { deviceId: footageKey.deviceId })) {
      const name = parseSegmentPath(path)
      if (name?.channel === channel) named.push({ path, ...name })
    }
    named.sort((a, b) => a.minuteMs - b.minuteMs || a.part - b.part)
    return await Promise.all(
      named.map(async ({ path }) => ({ path: `${pathOf(footageKey)}/${path}`, bytes: (await own.size(path)) ?? 0 })),
    )
  }

  return {
    async reopen(footageKey, channel) {
      const files = await filesOf(footageKey, channel)
      for (let last = files.pop(); last !== undefined; last = files.pop()) {
        const stored = await cutToKeyFrame(folder.absolute(last.path))
        if (stored !== null) return { bytes: sumOf(files) + stored.bytes, nextMs: stored.nextMs }
      }
      return { bytes: 0, nextMs: null }
    },
    write: (footageKey, channel, fromMs) =>
      new RunningWriter({ clock, folder: folderOf(footageKey), budget, place }, footageKey, channel, fromMs),
    uploadFolder: (footageKey, channel) => folder.absolute(`${pathOf(footageKey)}/upload-${channel}`),
    bytes: async (footageKey, channel) => sumOf(await filesOf(footageKey, channel)),
    files: filesOf,
    remove: (footageKey) => rm(folder.absolute(pathOf(footageKey)), { recursive: true, force: true }),
  }
}

function sumOf(files: readonly StoredFootageFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Ends a file before its latest key frame: what follows is had again, whole. `null` for one that holds nothing. */
async function cutToKeyFrame(path: string): Promise<StoredPart | null> {
  const handle = await open(path, 'r+')
  let cachedBytes = 0
  try {
    const heads = await readRecordingHeads(mediaFileOf(handle), (await handle.stat()).size)
    const begins = heads?.fragments.findLast(({ beginsWithKeyFrame }) => beginsWithKeyFrame)
    if (begins === undefined) return null
    if (begins !== heads?.fragments[0]) {
      await handle.truncate(begins.offset)
      cachedBytes = begins.offset
    }
    return { bytes: cachedBytes, nextMs: begins.startMs }
  } finally {
    await handle.close()
    // Also what a kill left without a whole fragment.
    if (cachedBytes === 0) await rm(path)
  }
}

class RunningWriter implements FootageWriter {
  error: Error | null = null
  readonly #recorder: ChannelRecorder
  readonly #fromMs: number
  readonly #timer: { cancel(): void }
  #begun = false
  #closing: Promise<void> | null = null

  constructor(deps: FootageFilesDeps, { deviceId }: FootageKey, channel: number, fromMs: number) {
    this.#fromMs = fromMs - SAME_MS
    this.#recorder = new ChannelRecorder({
      ...deps,
      next: () => deps.place,
      deviceId,
      channel,
      // No row of the recording is made of it.
      deviceKey: 0,
      onClosed: async () => undefined,
      onRecording: () => undefined,
      // The device is held up before anything is dropped; what cannot be read it would send again.
      onDropped: () => undefined,
      onWriteFailed: (error) => {
        this.error ??= error
      },
    })
    this.#timer = deps.clock.every(TICK_MS, () => this.#recorder.tick())
  }

  get waitingBytes(): number {
    return this.#recorder.waitingBytes
  }

  frame(frame: MediaFrame): void {
    if (this.#closing !== null) return
    if (this.#begun) {
      this.#recorder.frame(frame)
    } else if (frame.kind === 'video' && frame.keyFrame && frame.timestampMs >= this.#fromMs) {
      this.#begun = true
      this.#recorder.frame(frame.discontinuity ? frame : { ...frame, discontinuity: true })
    }
  }

  close(): Promise<void> {
    this.#timer.cancel()
    this.#closing ??= this.#recorder.close()
    return this.#closing
  }
}
