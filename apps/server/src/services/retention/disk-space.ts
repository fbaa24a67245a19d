// Belongs here: what goes when the disk of this server is full. Does not: whether it is (the recorder's disk guard).
import type { Log } from '../../platform/log/index.ts'
import type { RecordingDisk, Segment } from '../../ports/recordings/index.ts'
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
  /** Looked at again after each batch. */
  readonly disk: Pick<RecordingDisk, 'freeBytes' | 'floorBytes' | 'writtenBytes' | 'look'>
  /** Another program takes the space that is freed, or ceased to. */
  readonly onSpaceTaken: (isTaken: boolean) => void
}

/** Removes the oldest recordings of all until the disk has its floor free. */
export class DiskSpace {
  readonly #deps: DiskSpaceDeps
  readonly #space: SpaceAccount
  #wasTaken = false

  constructor(deps: DiskSpaceDeps) {
    this.#deps = deps
    this.#space = new SpaceAccount({ clock: deps.clock, writtenBytes: () => deps.disk.writtenBytes })
  }

  /** Measures the disk. */
  async isShort(): Promise<boolean> {
    const { disk } = this.#deps
    await disk.look()
    return disk.freeBytes < disk.floorBytes
  }

  async make(signal: AbortSignal): Promise<void> {
    const removed = await freeSpace(this.#deps, this.#space, signal)
    if (removed > 0) this.#deps.log.warn({ files: removed }, 'the oldest recordings were removed to make room')
    this.#report()
  }

  #report(): void {
    const { isTaken } = this.#space
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

async function freeSpace(deps: DiskSpaceDeps, space: SpaceAccount, signal: AbortSignal): Promise<number> {
  let removed = 0
  while (!signal.aborted) {
    await deps.disk.look()
    const { freeBytes, floorBytes } = deps.disk
    const allowedBytes = space.allowedBytes({ freeBytes, floorBytes })
    if (freeBytes >= floorBytes || allowedBytes === 0) break
    const oldest = await oldestToFree(deps)
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
function oldestToFree({ store, registry, defaultDays, overwriteEarly }: DiskSpaceDeps): Promise<Segment[]> {
  const query = { beforeMs: Number.MAX_SAFE_INTEGER, limit: BATCH }
  if (overwriteEarly) return store.oldest(query)
  const promised = [...registry.all()].filter(({ retentionDays }) => retentionDays > 0).map(({ key }) => key)
  return defaultDays() > 0 ? Promise.resolve([]) : store.oldest({ ...query, except: promised })
}
