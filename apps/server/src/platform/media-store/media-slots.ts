// Belongs here: which file systems are set for recordings, and where they are mounted. Does not: which of them a file goes to
// (ingest/recorder), what is deleted from them (services/retention).
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  listedDisks,
  type MediaSlot,
  PERFORMANCE,
  type RecordDisks,
  recordDisksSchema,
} from '@fleetglass/contract/server-settings'
import type { Clock } from '../clock/index.ts'
import type { HostDisks } from '../host-disks/index.ts'
import type { Log } from '../log/index.ts'
import { defineSettings, type OpenSettings, type Settings } from '../settings/index.ts'
import type { SlotFolder, SlotFolders } from './slot-path.ts'

/** How often the machine is asked what is mounted where, while there are slots. */
const PERIOD_MS = 10_000
/** On the file system, so that nothing of others is touched. */
const FOLDER = ['fleetglass', 'media'] as const

/** SET-068, SET-069: no slot is set until an administrator does; recordings are then in the media folder. */
export const recordDiskSettings = defineSettings({
  name: 'record',
  schema: recordDisksSchema,
  initial: () => ({ slots: [], performance: PERFORMANCE.efficacy }),
})

/** A slot that is set, and its folder where it is mounted. */
export interface FoundSlot extends MediaSlot {
  readonly folder: SlotFolder | null
}

interface MediaSlotsDeps {
  readonly clock: Clock
  readonly log: Log
  readonly settings: Pick<Settings, 'open'>
  readonly disks: Pick<HostDisks, 'list'>
}

/** Resolves when the slots were looked for the first time. */
export async function createMediaSlots(deps: MediaSlotsDeps): Promise<MediaSlots> {
  const slots = new MediaSlots(deps)
  await slots.refresh()
  return slots
}

/** The media slots of this machine. */
export class MediaSlots implements SlotFolders {
  readonly #log: Log
  readonly #disks: Pick<HostDisks, 'list'>
  readonly #section: OpenSettings<RecordDisks>
  readonly #timer: { cancel(): void }
  readonly #subscription: { close(): void }
  readonly #listeners: (() => Promise<void>)[] = []
  #folders = new Map<string, SlotFolder>()
  #looking: Promise<void> | null = null
  #waiting: Promise<void> | null = null
  #isListed = true
  /** Named in the log once. */
  readonly #unusable = new Set<string>()

  constructor({ clock, log, settings, disks }: MediaSlotsDeps) {
    this.#log = log.child({ part: 'media slots' })
    this.#disks = disks
    this.#section = settings.open(recordDiskSettings)
    this.#subscription = this.#section.subscribe(() => void this.refresh())
    this.#timer = clock.every(PERIOD_MS, () => {
      if (this.#section.value.slots.length > 0 || this.#folders.size > 0) void this.refresh()
    })
  }

  /** In their order. What is set read-only is so from the moment of its save. */
  get all(): readonly FoundSlot[] {
    return this.#section.value.slots.map((slot) => ({ ...slot, folder: this.#folders.get(slot.uuid) ?? null }))
  }

  get isFilledInOrder(): boolean {
    return this.#section.value.performance === PERFORMANCE.capacity
  }

  uuids(which?: 'writable'): readonly string[] {
    const found = this.all.filter(({ folder, readonly }) => folder !== null && !(which === 'writable' && readonly))
    return found.map(({ uuid }) => uuid)
  }

  folderOf(uuid: string): SlotFolder | null {
    return this.#isSet(uuid) ? (this.#folders.get(uuid) ?? null) : null
  }

  isWritable(uuid: string): boolean {
    return this.#section.value.slots.some((slot) => slot.uuid === uuid && !slot.readonly)
  }

  /** Called when slots were set, mounted or unmounted; `refresh` waits for it. */
  onChange(listener: () => Promise<void>): void {
    this.#listeners.push(listener)
  }

  /** Looks at the settings and the machine; resolves when all that follow them have taken over. Never rejects. */
  refresh(): Promise<void> {
    if (this.#looking === null) {
      this.#looking = this.#refresh().finally(() => {
        this.#looking = null
      })
      return this.#looking
    }
    // A look that has begun may have missed what this caller has changed.
    this.#waiting ??= this.#looking.then(() => {
      this.#waiting = null
      return this.refresh()
    })
    return this.#waiting
  }

  async close(): Promise<void> {
    this.#timer.cancel()
    this.#subscription.close()
    await this.#waiting
    await this.#looking
  }

  async #refresh(): Promise<void> {
    const { slots } = this.#section.value
    const found = slots.length === 0 ? new Map<string, SlotFolder>() : await this.#find(slots)
    if (found !== null) {
      this.#report(slots, found)
      this.#folders = found
    }
    for (const listener of this.#listeners) {
      await listener().catch((error: unknown) =>
        this.#log.error({ err: error }, 'Cannot take over the media slots in a part of the server'),
      )
    }
  }

  /** `null`: the machine does not say, and what was known stays. */
  async #find(slots: readonly MediaSlot[]): Promise<Map<string, SlotFolder> | null> {
    const disks = await this.#disks.list().catch((error: unknown) => {
      if (this.#isListed) this.#log.error({ err: error }, 'Cannot list the disks; media slots stay as they were')
      return null
    })
    this.#isListed = disks !== null
    if (disks === null) return null
    const listed = listedDisks(disks).map(({ disk }) => disk)
    const found = new Map<string, SlotFolder>()
    for (const slot of slots) {
      const mounted = listed.find(({ uuid, mountpoint }) => uuid === slot.uuid && mountpoint?.startsWith('/'))
      if (!mounted?.mountpoint) continue
      const folder = await folderOn(mounted.mountpoint, slot).catch((error: unknown) => {
        if (!this.#unusable.has(slot.uuid)) {
          this.#log.error({ err: error, slot: slot.uuid }, 'Cannot use the folder of a media slot')
        }
        this.#unusable.add(slot.uuid)
        return null
      })
      if (folder === null) continue
      found.set(slot.uuid, folder)
      this.#unusable.delete(slot.uuid)
    }
    return found
  }

  #report(slots: readonly MediaSlot[], found: ReadonlyMap<string, SlotFolder>): void {
    for (const { uuid } of slots) {
      const [before, now] = [this.#folders.get(uuid), found.get(uuid)]
      if (now !== undefined && before?.path !== now.path) {
        this.#log.info({ slot: uuid, folder: now.path }, 'A media slot is mounted')
      } else if (before !== undefined && now === undefined) {
        this.#log.warn(
          { slot: uuid },
          'A media slot is not mounted any more; its recordings cannot be played until it is',
        )
      }
    }
  }

  #isSet(uuid: string): boolean {
    return this.#section.value.slots.some((slot) => slot.uuid === uuid)
  }
}

/** `null`: a read-only file system without a folder of ours has nothing for us. */
async function folderOn(mountpoint: string, { uuid, readonly }: MediaSlot): Promise<SlotFolder | null> {
  const path = join(mountpoint, ...FOLDER)
  if (!readonly) {
    // One after the other: where the mount point itself is gone, none is made.
    for (const folder of [join(mountpoint, FOLDER[0]), path]) await mkdir(folder).catch(nullIfExists)
  }
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return found?.isDirectory() ? { uuid, path, device: found.dev, inode: found.ino } : null
}

function nullIfExists(error: NodeJS.ErrnoException): null {
  if (error.code === 'EEXIST') return null
  throw error
}
