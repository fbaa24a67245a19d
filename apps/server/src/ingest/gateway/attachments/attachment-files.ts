// Belongs here: the files of one alarm while they come, on the disk and which of their bytes are missing. Does not: messages.
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AlarmSign } from '@fleetglass/jt808'
import type { AutoUploads } from '../../../services/auto-uploads/index.ts'
import type { RegisteredDevice } from '../../../services/directory/index.ts'
import { alarmNumber } from '../../../services/events/index.ts'
import { ReceivedRanges } from './received-ranges.ts'

/** Files that are begun and not complete; one more takes the place of the oldest. Devices bring one after the other. */
const MOST_BEGUN = 8
/** Ranges that one answer can name. */
const MOST_MISSING = 255

interface Incoming {
  readonly byteLength: number
  readonly handle: FileHandle
  readonly path: string
  readonly ranges: ReceivedRanges
}

export interface AlarmOfFiles {
  readonly device: RegisteredDevice
  /** The platform's own. */
  readonly number: string
  /** Unix seconds. */
  readonly timeS: number
  readonly sign: AlarmSign
}

export type AttachmentStore = Pick<AutoUploads, 'fileBytes' | 'incomingFolder' | 'store'>

export type BlockOutcome = 'written' | 'not-expected' | 'failing'

export class AttachmentFiles {
  readonly #alarm: AlarmOfFiles
  readonly #store: AttachmentStore
  readonly #folder: string
  /** Those that are begun, by their names; the oldest first. */
  readonly #files = new Map<string, Incoming>()
  readonly #bytes: ReadonlyMap<string, number>
  readonly #stored = new Set<string>()

  constructor(alarm: AlarmOfFiles, announced: ReadonlyMap<string, number>, store: AttachmentStore) {
    this.#alarm = alarm
    this.#store = store
    this.#bytes = announced
    this.#folder = store.incomingFolder(alarm.device.deviceId)
  }

  /** `false`: it was not announced, is larger than it was announced, or than a file may be. A file that was begun begins anew. */
  async begin(name: string, byteLength: number): Promise<boolean> {
    const announced = this.#bytes.get(name)
    if (announced === undefined || byteLength > announced || byteLength > this.#store.fileBytes) return false
    await this.#drop(name)
    for (const oldest of [...this.#files.keys()].slice(0, -(MOST_BEGUN - 1))) await this.#drop(oldest)
    await mkdir(this.#folder, { recursive: true })
    // Of its own: a device that lost its connection sends the same file again while the old one is still open here.
    const path = join(this.#folder, randomUUID())
    const handle = await open(path, 'wx')
    this.#files.set(name, { byteLength, handle, path, ranges: new ReceivedRanges() })
    return true
  }

  /** A part of a file; of what is beyond its end nothing is written. */
  async write(name: string, offset: number, data: Uint8Array): Promise<BlockOutcome> {
    const file = this.#files.get(name)
    if (!file || offset + data.length > file.byteLength) return 'not-expected'
    if (!file.ranges.add(offset, offset + data.length)) return 'failing'
    for (let done = 0; done < data.length; ) {
      done += (await file.handle.write(data, done, data.length - done, offset + done)).bytesWritten
    }
    return 'written'
  }

  /** What is missing of a file; nothing when all of it is stored. `null`: it was not begun. */
  async finish(name: string): Promise<ReturnType<ReceivedRanges['missing']> | null> {
    const file = this.#files.get(name)
    // Its answer was lost.
    if (!file) return this.#stored.has(name) ? [] : null
    const missing = file.ranges.missing(file.byteLength, MOST_MISSING)
    if (missing.length > 0) return missing
    const { device, timeS, sign } = this.#alarm
    const { key, deviceId } = device
    await file.handle.close()
    this.#files.delete(name)
    await this.#store.store(
      { device: { key, deviceId }, source: 'attachment', origin: '', name, fileS: timeS, alarm: alarmNumber(sign) },
      { file: file.path },
    )
    this.#stored.add(name)
    return []
  }

  /** What is not complete is removed: the device sends it again from its beginning. */
  async close(): Promise<void> {
    for (const name of [...this.#files.keys()]) await this.#drop(name)
  }

  async #drop(name: string): Promise<void> {
    const file = this.#files.get(name)
    if (!file) return
    this.#files.delete(name)
    await file.handle.close()
    await rm(file.path, { force: true })
  }
}
