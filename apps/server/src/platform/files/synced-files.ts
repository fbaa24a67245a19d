// What a power cut must not take: the bytes of a file, and the names of the folders that it lies in.
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a new file and resolves, with its bytes, when all of it is on disk. Its name is not yet: see `syncPath`. */
export async function writeSynced(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<number> {
  const file = await open(path, 'wx')
  try {
    let bytes = 0
    for await (const piece of content) {
      await file.writeFile(piece)
      bytes += piece.length
    }
    await file.sync()
    return bytes
  } finally {
    await file.close()
  }
}

/** A file, or the names in a folder. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

/** The folder and those above it, up to `top`. */
export async function syncFolders(folder: string, top: string): Promise<void> {
  for (let at = folder; at.length >= top.length; at = dirname(at)) {
    await syncPath(at)
    if (at === top) return
  }
}
