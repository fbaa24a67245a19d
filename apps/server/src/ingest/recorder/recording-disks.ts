// Belongs here: which disk a new file goes to, and whether any takes data. Does not: one disk (disk-guard.ts), where slots are mounted
// (platform/media-store).
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { type MediaFolder, type MediaSlots, splitSlot } from '../../platform/media-store/index.ts'
import type { DiskState, RecordingDisk } from '../../ports/recordings/index.ts'
import { DiskGuard } from './disk-guard.ts'

/** Where a file goes. */
export interface WritePlace {
  /** UUID of a media slot; '' is the media folder. */
  readonly slot: string
  /** Counted up by the file. */
  writtenBytes: number
}

export interface RecordingDisksDeps {
  readonly clock: Clock
  readonly log: Log
  readonly folder: MediaFolder
  /** Left out: there are none but the folder. */
  readonly slots?: Pick<MediaSlots, 'all' | 'isFilledInOrder' | 'onChange'> | undefined
  /** A slot takes no data any more, while others may: its files are to be ended. */
  readonly onLeft: (slot: string) => void
}

/** The media folder while no slot is set (SET-079), else the slots that are there and not read-only. */
export class RecordingDisks implements RecordingDisk {
  readonly mediaFolder: DiskGuard
  readonly #deps: RecordingDisksDeps
  readonly #listeners: ((state: DiskState) => void)[] = []
  /** In the order of the slots. */
  #slots: readonly DiskGuard[] = []
  /** Slots are set, and were looked at since. */
  #hasSlots = false
  /** Of the slot that got the last file, among all. */
  #lastPlace = -1
  #state: DiskState = { kind: 'writing' }
  /** Written to slots that are away now. */
  #formerBytes = 0
  #closed = false

  constructor(deps: RecordingDisksDeps) {
    this.#deps = deps
    this.mediaFolder = this.#guard('', deps.folder.root)
  }

  get state(): DiskState {
    return this.#state
  }

  get freeBytes(): number {
    return sum(this.#written, ({ freeBytes }) => freeBytes)
  }

  get floorBytes(): number {
    return sum(this.#written, ({ floorBytes }) => floorBytes)
  }

  get writtenBytes(): number {
    return this.#formerBytes + sum(this.places, ({ writtenBytes }) => writtenBytes)
  }

  get places(): readonly DiskGuard[] {
    return [this.mediaFolder, ...this.#slots]
  }

  get isFilledInOrder(): boolean {
    return this.#hasSlots && this.#deps.slots?.isFilledInOrder === true
  }

  areAllFull(): boolean {
    const writable = this.#deps.slots?.all.filter((slot) => !slot.readonly) ?? []
    const isFull = ({ state, isFull: isShort }: DiskGuard): boolean =>
      isShort && (state.kind === 'writing' || state.reason === 'full')
    return (
      writable.length > 0 &&
      writable.every(({ uuid }) => this.#slots.some((guard) => guard.slot === uuid && isFull(guard)))
    )
  }

  onChange(listener: (state: DiskState) => void): void {
    this.#listeners.push(listener)
  }

  /** Resolves after the first look at each. */
  async start(): Promise<void> {
    await this.mediaFolder.start()
    await this.#follow()
    this.#deps.slots?.onChange(() => this.#follow())
  }

  /** SET-080: asked once a file. Throws when no disk takes data. */
  next(): WritePlace {
    const writing = this.#written.filter(({ state }) => state.kind === 'writing')
    const withSpace = writing.filter(({ isFull }) => !isFull)
    const candidates = withSpace.length > 0 ? withSpace : writing
    const [first] = candidates
    if (first === undefined) throw new Error('no disk takes data')
    const placeOf = ({ slot }: DiskGuard): number => this.#slots.findIndex((guard) => guard.slot === slot)
    const following = candidates.find((guard) => placeOf(guard) > this.#lastPlace)
    const chosen = this.isFilledInOrder ? first : (following ?? first)
    this.#lastPlace = placeOf(chosen)
    return chosen
  }

  /** A file could not be written; '' where it was to go is not known. */
  writeFailed(error: Error, path: string): void {
    const { slot } = splitSlot(path)
    this.places.find((guard) => guard.slot === slot)?.writeFailed(error)
  }

  close(): void {
    this.#closed = true
    for (const guard of this.places) guard.close()
  }

  /** Where new recordings go. What is set read-only, or not set any more, is left out at once. */
  get #written(): readonly DiskGuard[] {
    const set = this.#deps.slots?.all ?? []
    if (set.length === 0 || !this.#hasSlots) return [this.mediaFolder]
    return this.#slots.filter(({ slot }) => set.some(({ uuid, readonly }) => uuid === slot && !readonly))
  }

  #guard(slot: string, folder: string): DiskGuard {
    const { clock, log } = this.#deps
    return new DiskGuard({ clock, log, slot, folder }, (guard) => {
      if (guard.state.kind === 'stopped' && guard.slot !== '') this.#deps.onLeft(guard.slot)
      this.#update()
    })
  }

  /** What was set, mounted or unmounted. Files on a slot that is not written any more are finished where they are. */
  async #follow(): Promise<void> {
    const before = this.#slots
    const added: DiskGuard[] = []
    const guards: DiskGuard[] = []
    const set = this.#deps.slots?.all ?? []
    for (const { uuid, readonly, folder } of set) {
      if (readonly || folder === null) continue
      const known = before.find((guard) => guard.slot === uuid && guard.folder === folder.path)
      const guard = known ?? this.#guard(uuid, folder.path)
      if (known === undefined) added.push(guard)
      guards.push(guard)
    }
    for (const guard of added) await guard.start()
    for (const guard of before) {
      if (guards.includes(guard)) continue
      this.#formerBytes += guard.writtenBytes
      guard.close()
    }
    if (this.#closed) for (const guard of guards) guard.close()
    this.#slots = guards
    this.#hasSlots = set.length > 0
    this.#update()
  }

  #update(): void {
    if (this.#closed) return
    const next = this.#present()
    const isSame = next.kind === 'writing' ? this.#state.kind === 'writing' : this.#state.kind === 'stopped'
    this.#state = next
    if (isSame) return
    for (const listener of this.#listeners) listener(next)
  }

  #present(): DiskState {
    const written = this.#written
    const stopped = written.find(({ state }) => state.kind === 'stopped')?.state
    if (written.some(({ state }) => state.kind === 'writing')) return { kind: 'writing' }
    if (stopped !== undefined) return stopped
    if (this.#state.kind === 'stopped') return this.#state
    const sinceMs = this.#deps.clock.nowMs()
    return { kind: 'stopped', reason: 'failing', sinceMs, detail: 'no media slot can be written' }
  }
}

function sum(guards: readonly DiskGuard[], value: (guard: DiskGuard) => number): number {
  return guards.reduce((total, guard) => total + value(guard), 0)
}
