// Belongs here: folders of plain files that lose their oldest when they are too large. Does not: recordings (disk-space.ts) and
// footage (services/retrieval), which have rows.
import { rmdir, unlink } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import type { Clock } from '../../platform/clock/index.ts'
import { type FileBelow, filesBelow } from '../../platform/files/index.ts'
import type { Log } from '../../platform/log/index.ts'

const PERIOD_MS = 60_000
/** Files that are removed in a round; the next round goes on. */
const ROUND_FILES = 10_000

export interface LimitedFolder {
  readonly folder: string
  /** `null`: no limit. */
  readonly limitBytes: () => number | null
  /** Called before a file is removed, with its path below the folder: what names the file says that it is gone. */
  readonly beforeRemoval?: (path: string) => Promise<void>
}

/** SET-052: each server looks after its own folders. A folder that does not exist is empty. */
export class FolderSizes {
  readonly #log: Log
  readonly #folders: readonly LimitedFolder[]
  readonly #timer: { cancel(): void }
  readonly #stopping = new AbortController()
  #round: Promise<void> | null = null

  constructor(deps: { readonly clock: Clock; readonly log: Log }, folders: readonly LimitedFolder[]) {
    this.#log = deps.log.child({ part: 'folder sizes' })
    this.#folders = folders
    this.#timer = deps.clock.every(PERIOD_MS, () => void this.removeOldest())
  }

  /** Never rejects; a call during a round waits for its end. */
  removeOldest(): Promise<void> {
    this.#round ??= this.#removeAll().finally(() => {
      this.#round = null
    })
    return this.#round
  }

  async close(): Promise<void> {
    this.#timer.cancel()
    this.#stopping.abort()
    await this.#round
  }

  async #removeAll(): Promise<void> {
    for (const limited of this.#folders) {
      const { folder } = limited
      const limit = limited.limitBytes()
      if (limit === null || this.#stopping.signal.aborted) continue
      try {
        const files = await removeOldest(limited, limit, this.#stopping.signal)
        if (files > 0)
          this.#log.info({ folder, files, limit }, 'The oldest files were removed: the folder was too large')
      } catch (error) {
        this.#log.error({ err: error, folder }, 'Cannot remove the oldest files of a folder that is too large')
      }
    }
  }
}

async function removeOldest(
  { folder, beforeRemoval }: LimitedFolder,
  limitBytes: number,
  signal: AbortSignal,
): Promise<number> {
  let bytes = 0
  for await (const file of filesBelow(folder)) bytes += file.bytes
  if (bytes <= limitBytes) return 0
  let removed = 0
  for (const file of await oldestOf(folder)) {
    if (bytes <= limitBytes || signal.aborted) break
    await beforeRemoval?.(relative(folder, file.path))
    await unlink(file.path)
    await removeIfEmpty(dirname(file.path), folder)
    bytes -= file.bytes
    removed += 1
  }
  return removed
}

/** At most as many as a round removes. */
async function oldestOf(folder: string): Promise<readonly FileBelow[]> {
  let oldest: FileBelow[] = []
  const shorten = (): void => {
    oldest = oldest.sort((a, b) => a.modifiedMs - b.modifiedMs).slice(0, ROUND_FILES)
  }
  for await (const file of filesBelow(folder)) {
    oldest.push(file)
    if (oldest.length >= 2 * ROUND_FILES) shorten()
  }
  shorten()
  return oldest
}

async function removeIfEmpty(folder: string, top: string): Promise<void> {
  if (folder === top) return
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'ENOENT') throw error
  })
}
