// Belongs here: recordings as the source lists them, and where their files lie. Does not: what becomes of them (copy-media.ts).
import { lstat, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { SourceTable, SourceValue, SqliteSource } from '../../platform/database/index.ts'
import { isInBucket, type SlotFolders, splitSlot } from '../../platform/media-store/index.ts'
import type { Segment } from '../../ports/recordings/index.ts'

const PAGE = { rows: 240, bytes: 1024 * 1024 }

/** Rows of the index, in pages by key. */
export function* recordingPages(source: SqliteSource): Generator<readonly Segment[]> {
  const table = recordingsOf(source)
  for (let after: readonly SourceValue[] | null = null; ; ) {
    const { rows, isLast } = source.page(table, after, PAGE)
    yield rows.map((row) => segmentOf(table, row))
    const last = rows.at(-1)
    if (isLast || last === undefined) return
    after = table.key.map((column) => last[table.columns.indexOf(column)] ?? null)
  }
}

export function recordingsOf(source: SqliteSource): SourceTable {
  const table = source.tables().find(({ name }) => name === 'recordings')
  if (table === undefined) throw new Error('the source has no recordings')
  return table
}

export function segmentOf({ columns }: Pick<SourceTable, 'columns'>, row: readonly SourceValue[]): Segment {
  const number = (column: string): number => Number(row[columns.indexOf(column)])
  return {
    deviceKey: number('device_key'),
    channel: number('channel'),
    startMs: number('start_ms'),
    endMs: number('end_ms'),
    bytes: number('bytes'),
    firstKeyFrameOffset: number('first_key_frame_offset'),
    path: String(row[columns.indexOf('path')]),
  }
}

export type FoundFile =
  | { readonly isThere: true; readonly file: string; readonly bytes: number }
  | { readonly isThere: false; readonly reason: string }

/** The files of recordings on this machine. */
export class SourceFiles {
  readonly #mediaFolder: string
  readonly #slots: SlotFolders

  constructor(mediaFolder: string, slots: SlotFolders) {
    this.#mediaFolder = mediaFolder
    this.#slots = slots
  }

  /** A path that leads out of its folder, by a link or by itself, is not followed: it would carry any file of the machine into the bucket. */
  async find(path: string): Promise<FoundFile> {
    const { slot, below } = splitSlot(path)
    if (isInBucket(path)) return { isThere: false, reason: 'it is in a bucket' }
    const folder = slot === '' ? this.#mediaFolder : this.#slots.folderOf(slot)?.path
    if (folder === undefined) return { isThere: false, reason: 'its media slot is not mounted' }
    try {
      const root = await realpath(folder)
      const file = await realpath(join(root, below))
      if (!file.startsWith(root + sep)) return { isThere: false, reason: 'it leads out of the folder of recordings' }
      const found = await stat(file)
      return found.isFile() ? { isThere: true, file, bytes: found.size } : { isThere: false, reason: 'it is no file' }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT') return { isThere: false, reason: `it cannot be read (${code})` }
      const isLink = await lstat(join(folder, below)).then(
        () => true,
        () => false,
      )
      return { isThere: false, reason: isLink ? 'it is a link to nothing' : 'it is missing' }
    }
  }
}
