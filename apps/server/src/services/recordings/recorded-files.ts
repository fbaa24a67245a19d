// Belongs here: which recordings lie in the media store. Does not: which are in the index (recording.store.ts).
import { type MediaStore, onSlot } from '../../platform/media-store/index.ts'
import { dayName, parseSegmentPath, parseSetAsidePath } from '../../ports/recordings/index.ts'

const DAY_MS = 86_400_000

export interface ListedFiles {
  /** Of days that end after this time. */
  readonly fromMs?: number
  /** Of days that are over at this time. */
  readonly beforeMs?: number
  readonly deviceId?: string
  /** On these only: '' is the media folder. Left out: wherever files may lie. */
  readonly slots?: readonly string[]
  /** Also the recordings that were set aside. */
  readonly setAside?: boolean
  /** A folder that cannot be read is skipped and reported here; left out: it ends the walk with its error. */
  readonly onUnreadable?: (folder: string, error: NodeJS.ErrnoException) => void
}

/** Paths of recordings, slot by slot, device by device and day by day. */
export async function* recordedFiles(
  store: Pick<MediaStore, 'list' | 'slots'>,
  which: ListedFiles = {},
): AsyncGenerator<string> {
  const firstDay = dayName(Math.max(0, (which.fromMs ?? 0) - DAY_MS))
  const endDay = which.beforeMs === undefined ? '9999' : dayName(which.beforeMs)
  const { onUnreadable } = which
  const namesIn = async (folder: string): Promise<string[]> => {
    if (onUnreadable === undefined) return await store.list(folder)
    return await store.list(folder).catch((error: NodeJS.ErrnoException) => {
      onUnreadable(folder, error)
      return []
    })
  }
  const isWanted = (path: string): boolean =>
    parseSegmentPath(path) !== null || (which.setAside === true && parseSetAsidePath(path) !== null)
  for (const slot of which.slots ?? store.slots()) {
    const deviceIds = which.deviceId === undefined ? await namesIn(onSlot(slot, '')) : [which.deviceId]
    for (const deviceFolder of deviceIds.map((deviceId) => onSlot(slot, deviceId))) {
      for (const day of await namesIn(deviceFolder)) {
        if (day < firstDay || day >= endDay) continue
        for (const channel of await namesIn(`${deviceFolder}/${day}`)) {
          const folder = `${deviceFolder}/${day}/${channel}`
          for (const file of await namesIn(folder)) if (isWanted(`${folder}/${file}`)) yield `${folder}/${file}`
        }
      }
    }
  }
}
