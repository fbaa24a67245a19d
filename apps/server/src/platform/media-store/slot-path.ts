// Belongs here: how a path says on which media slot a file lies. Does not: which slots there are (media-slots.ts).
import { stat } from 'node:fs/promises'

/** The folder of recordings on a media slot. */
export interface SlotFolder {
  readonly uuid: string
  /** Absolute. */
  readonly path: string
  /** By these the folder is known again: behind an unmounted file system is another one, or none. */
  readonly device: number
  readonly inode: number
}

/** Where the files of media slots lie on this machine. */
export interface SlotFolders {
  /** Of slots that are mounted, in their order. */
  uuids(which?: 'writable'): readonly string[]
  /** `null` for a slot that is not set, or not mounted. */
  folderOf(uuid: string): SlotFolder | null
  isWritable(uuid: string): boolean
}

export const NO_SLOTS: SlotFolders = { uuids: () => [], folderOf: () => null, isWritable: () => false }

/** The slot of a path, and the path on it; '' is the media folder. No id of a device begins with `@`. */
export function splitSlot(path: string): { readonly slot: string; readonly below: string } {
  if (!path.startsWith('@')) return { slot: '', below: path }
  const end = path.indexOf('/')
  return end === -1 ? { slot: path.slice(1), below: '' } : { slot: path.slice(1, end), below: path.slice(end + 1) }
}

/** The other way round. */
export function onSlot(slot: string, below: string): string {
  if (slot === '') return below
  return below === '' ? `@${slot}` : `@${slot}/${below}`
}

/** A file is on a media slot that is not there. It is not missing: nobody may conclude that it was deleted. */
export class SlotNotThere extends Error {
  readonly code = 'ENODEV'

  constructor(slot: string) {
    super(`the media slot ${slot} is not mounted, or not set any more`)
  }
}

/** A file on a read-only media slot was to be changed or deleted. */
export class SlotReadOnly extends Error {
  readonly code = 'EROFS'

  constructor(slot: string) {
    super(`the media slot ${slot} is read-only`)
  }
}

export async function isStillThere({ path, device, inode }: SlotFolder): Promise<boolean> {
  return await stat(path).then(
    ({ dev, ino }) => dev === device && ino === inode,
    () => false,
  )
}
