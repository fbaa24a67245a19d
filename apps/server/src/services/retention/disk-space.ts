// Belongs here: what goes when a disk of this server is full. Does not: whether it is (the recorder's disk guard).
import type { Log } from '../../platform/log/index.ts'
import { splitSlot } from '../../platform/media-store/index.ts'
import type { RecordingDisk, RecordingPlace, Segment } from '../../ports/recordings/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import { asMuchAs, BATCH, removeSegments, type SegmentRemoval } from './segment-removal.ts'
import { SpaceAccount, type SpaceAccountDeps } from './space-account.ts'

export interface DiskSpaceDeps extends SegmentRemoval, Pick<SpaceAccountDeps, 'clock'> {
  readonly log: Log
  readonly registry: Pick<DeviceRegistry, 'all'>
  /** Days recordings are kept where the device does not say; 0: however old they are. */
  readonly defaultDays: () => number
  /** Recordings that are younger than their days may be removed for space. */
  readonly overwriteEarly: boolean
  readonly disk: Pick<RecordingDisk, 'places' | 'isFilledInOrder' | 'areAllFull'>
  /** Another program takes the space that is freed, or ceased to. */
  readonly onSpaceTaken: (isTaken: boolean) => void
}

/** A place that is to have its floor free. */
interface ShortPlace {
  readonly place: RecordingPlace
  /** What is promised for days goes too. */
  readonly overwrites: boolean
}

/** Removes the oldest recordings of a full disk, or of all, until it has its floor free. */
export class DiskSpace {
  readonly #deps: DiskSpaceDeps
  /** Of each place: what another program takes on one disk is no matter of the others. */
  readonly #accounts = new Map<string, SpaceAccount>()
  #wasTaken = false

  constructor(deps: DiskSpaceDeps) {
    this.#deps = deps
  }

  /** Measures the disks. */
  async isShort(): Promise<boolean> {
    let isAnyShort = false
    for (const place of this.#deps.disk.places) {
      await place.look()
      isAnyShort ||= place.freeBytes < place.floorBytes
    }
    return isAnyShort
  }

  async make(signal: AbortSignal): Promise<void> {
    let removed = 0
    for (const short of await this.#shortPlaces()) {
      removed += await freeSpace(this.#deps, short, this.#accountOf(short.place), signal)
    }
    if (removed > 0) this.#deps.log.warn({ files: removed }, 'the oldest recordings were removed to make room')
    this.#report()
  }

  /**
   * Each place makes its own room. Slots that are filled one after the other make some only when all are full (SET-080), on the
   * one with the oldest recording of all.
   */
  async #shortPlaces(): Promise<ShortPlace[]> {
    const { disk, overwriteEarly, store } = this.#deps
    const { places } = disk
    if (!disk.isFilledInOrder) return places.map((place) => ({ place, overwrites: overwriteEarly }))
    const short = places.filter(({ slot }) => slot === '').map((place) => ({ place, overwrites: overwriteEarly }))
    if (!disk.areAllFull()) return short
    const slots = places.map(({ slot }) => slot).filter((slot) => slot !== '')
    const [oldest] = await store.oldest({ slots, beforeMs: Number.MAX_SAFE_INTEGER, limit: 1 })
    const place = oldest && places.find(({ slot }) => slot === splitSlot(oldest.path).slot)
    return place === undefined ? short : [...short, { place, overwrites: true }]
  }

  #accountOf(place: RecordingPlace): SpaceAccount {
    const { clock, disk } = this.#deps
    const { slot } = place
    // The place of a slot that was away is another one, which begins to count anew.
    const writtenBytes = (): number => disk.places.find((one) => one.slot === slot)?.writtenBytes ?? 0
    const account = this.#accounts.get(slot) ?? new SpaceAccount({ clock, writtenBytes })
    this.#accounts.set(slot, account)
    return account
  }

  #report(): void {
    const isTaken = [...this.#accounts.values()].some((account) => account.isTaken)
    if (isTaken === this.#wasTaken) return
    this.#wasTaken = isTaken
    const { log, onSpaceTaken } = this.#deps
    if (isTaken) {
      log.error(
        'another program takes the space that removed recordings leave; none is removed for space until it is free',
      )
    } else log.info('there is space again; recordings are removed for it where needed')
    onSpaceTaken(isTaken)
  }
}

async function freeSpace(
  deps: DiskSpaceDeps,
  { place, overwrites }: ShortPlace,
  space: SpaceAccount,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0
  while (!signal.aborted) {
    await place.look()
    const { freeBytes, floorBytes } = place
    const allowedBytes = space.allowedBytes({ freeBytes, floorBytes })
    // Also where the disk does not say how much is free.
    if (!(freeBytes < floorBytes) || allowedBytes === 0) break
    const oldest = await oldestToFree(deps, place.slot, overwrites)
    const segments = asMuchAs(oldest, Math.min(floorBytes - freeBytes, allowedBytes))
    let goneBytes = 0
    const onRemoved = (gone: readonly Segment[]): void => {
      for (const { bytes } of gone) goneBytes += bytes
      deps.onRemoved(gone)
    }
    const gone = await removeSegments({ ...deps, onRemoved }, segments)
    space.removed(goneBytes)
    if (gone === 0) break
    removed += gone
  }
  return removed
}

/** Where recordings are promised for days, they go by their age; without days, whenever space is needed. */
function oldestToFree(
  { store, registry, defaultDays }: DiskSpaceDeps,
  slot: string,
  overwrites: boolean,
): Promise<Segment[]> {
  const query = { slots: [slot], beforeMs: Number.MAX_SAFE_INTEGER, limit: BATCH }
  if (overwrites) return store.oldest(query)
  const promised = [...registry.all()].filter(({ retentionDays }) => retentionDays > 0).map(({ key }) => key)
  return defaultDays() > 0 ? Promise.resolve([]) : store.oldest({ ...query, except: promised })
}
