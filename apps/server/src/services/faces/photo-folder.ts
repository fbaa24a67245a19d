// Belongs here: the bytes of face photos on disk. Does not: whose they are (face-library.ts), what is in them (convert-photo.ts).
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { nullIfMissing, removeUnknownFiles, syncPath, writeSynced } from '../../platform/files/index.ts'
import type { Log } from '../../platform/log/index.ts'

export interface PhotoFolder {
  /** Resolves when all of it is on disk. */
  write(photoid: string, jpeg: Uint8Array): Promise<void>
  /** `null`: there is no such file. */
  read(photoid: string): Promise<Uint8Array | null>
  remove(photoid: string): Promise<void>
}

const PART = '.part'

/** Removes what is no known photo: the server was ended while it was written or deleted. */
export async function openPhotoFolder(
  path: string,
  isKnown: (photoid: string) => boolean,
  log: Pick<Log, 'warn'>,
): Promise<PhotoFolder> {
  await mkdir(path, { recursive: true })
  await removeUnknownFiles(path, isKnown, log)
  const pathOf = (photoid: string): string => join(path, photoid)
  return {
    async write(photoid, jpeg) {
      const part = `${pathOf(photoid)}${PART}`
      await writeSynced(part, [jpeg])
      await rename(part, pathOf(photoid))
      await syncPath(path)
    },
    read: (photoid) => readFile(pathOf(photoid)).catch(nullIfMissing),
    async remove(photoid) {
      await rm(pathOf(photoid), { force: true })
      await rm(`${pathOf(photoid)}${PART}`, { force: true })
    },
  }
}
