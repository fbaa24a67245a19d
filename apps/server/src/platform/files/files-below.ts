import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface FileBelow {
  readonly path: string
  readonly bytes: number
  readonly modifiedMs: number
}

/** Links are not followed: what they point to is not of this folder. A folder that does not exist is empty. */
export async function* filesBelow(folder: string): AsyncGenerator<FileBelow> {
  const entries = await opendir(folder).catch(nullIfMissing)
  if (entries === null) return
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) {
      const found = await stat(path).catch(nullIfMissing)
      if (found !== null) yield { path, bytes: found.size, modifiedMs: found.mtimeMs }
    }
  }
}

/** For `catch`: a file or folder may go at any time. */
export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
