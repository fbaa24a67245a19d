import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log/index.ts'

/** Removes the files of a folder that are not known. A folder in it was put there by somebody, and stays. */
export async function removeUnknownFiles(
  path: string,
  isKnown: (name: string) => boolean,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      log.warn(
        { path: join(path, entry.name) },
        'A folder where the server has only files of its own is left alone; move it',
      )
    } else if (!isKnown(entry.name)) await rm(join(path, entry.name), { force: true })
  }
}
