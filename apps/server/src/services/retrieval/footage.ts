// Belongs here: what was asked for, whose turn it is, and how it stands. Does not: who may ask (features/footage), one
// channel's way (channel-fetch.ts).
import { readSize } from '@fleetglass/contract/server-settings'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Job } from '../../platform/scheduler/index.ts'
import type { OpenSettings, Settings } from '../../platform/settings/index.ts'
import type { DeviceCommands } from '../../ports/commands/index.ts'
import type { DevicePlaybacks } from '../../ports/device-playback/index.ts'
import type { DeviceFiles } from '../../ports/files/index.ts'
import type { FootageFiles, RecordingDisk } from '../../ports/recordings/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import type { Fleet } from '../live-state/index.ts'
import type { RecordingCuts } from '../recordings/index.ts'
import type { DeviceTraffic } from '../traffic/index.ts'
import { eventStorageSettings } from './event-settings.ts'
import { FetchLimits } from './fetch-limits.ts'
import { placeOf } from './file-fetch.ts'
import { createFootageStore, type FootageStore, fresh } from './footage.store.ts'
import type { Footage, FootageEngine, FootageOrder } from './footage.types.ts'
import { FootageRun, type RunEnd } from './footage-run.ts'
import { PausedUploads } from './paused-uploads.ts'
import { SpeedMeter } from './speed-meter.ts'

/** What is over and remembered; above it nothing more is taken until something is removed. What waits has a limit that is set. */
const MAX_OVER = 5_000
/** Of one device, while they are not over. */
const MAX_WAITING_OF_DEVICE = 100
/** Before what broke is tried again; twice as long after each try that brought nothing. */
const TRY_AGAIN_MS = 4_000
/** Tries in a row that bring nothing. */
const MAX_VAIN_TRIES = 5
const LOOK_PERIOD_MS = 1_000
const RETENTION_PERIOD_MS = 3_600_000
const SIZE_PERIOD_MS = 60_000
/** Pieces of footage that are removed for space in a round; the next round goes on. */
const REMOVED_FOR_SPACE = 100
const DAY_MS = 86_400_000

export interface FootageDeps {
  readonly clock: Clock
  readonly log: Log
  readonly database: Database
  readonly registry: DeviceRegistry
  readonly fleet: Fleet
  readonly traffic: Pick<DeviceTraffic, 'isUsedUp' | 'onChange'>
  readonly playbacks: DevicePlaybacks
  readonly commands: DeviceCommands
  readonly files: DeviceFiles
  readonly footageFiles: FootageFiles
  readonly disk: Pick<RecordingDisk, 'state'>
  readonly cuts: Pick<RecordingCuts, 'cutFiles'>
  readonly settings: Pick<Settings, 'open'>
  /** Days footage is kept where the device does not say how long its events are; 0: however old it is. */
  readonly defaultDays: () => number
}

/** What a killed server was fetching goes on. */
export async function createFootage(deps: FootageDeps): Promise<FootageEngine> {
  const store = createFootageStore(deps.database)
  const stored = new FootageJobs({ ...deps, log: deps.log.child({ part: 'footage' }), store })
  for (const one of await store.all()) stored.take({ ...one, ...untried })
  return stored
}

interface Task {
  footage: Footage
  run: FootageRun | null
  /** Monotonic: not before. */
  notBeforeMs: number
  /** Rows are written one after the other. */
  saving: Promise<void>
}

class FootageJobs implements FootageEngine {
  readonly jobs: readonly Job[] = [
    {
      name: 'footage by age',
      schedule: { everyMs: RETENTION_PERIOD_MS },
      needsTrustedTime: true,
      run: (signal) => this.#removeOld(signal),
    },
    { name: 'footage by size', schedule: { everyMs: SIZE_PERIOD_MS }, run: (signal) => this.#removeForSpace(signal) },
  ]
  readonly #deps: FootageDeps & { readonly store: FootageStore }
  readonly #tasks = new Map<number, Task>()
  readonly limits: FetchLimits
  readonly #settings: OpenSettings<z.output<typeof eventStorageSettings.schema>>
  readonly #running = new Set<Promise<void>>()
  readonly #watches: readonly { close(): void }[]
  readonly #paused: PausedUploads
  #closing: Promise<void> | null = null

  constructor(deps: FootageDeps & { readonly store: FootageStore }) {
    this.#deps = deps
    const { clock, fleet } = deps
    this.#paused = new PausedUploads(clock)
    this.#settings = deps.settings.open(eventStorageSettings)
    this.limits = new FetchLimits(deps.settings)
    const timers = [clock.every(LOOK_PERIOD_MS, () => this.#look())]
    this.#watches = [
      fleet.onOnlineChange((_, online) => {
        if (online) this.#look()
      }),
      this.#settings.subscribe(() => this.#takeSettings()),
      this.limits.onChange(() => this.#look()),
      deps.traffic.onChange(({ deviceId }) => this.#holdUsedUp(deviceId)),
      ...timers.map((timer) => ({ close: () => timer.cancel() })),
    ]
  }

  take(footage: Footage): void {
    const state = footage.state === 'running' ? 'queued' : footage.state
    const task = { footage: { ...footage, state }, run: null, notBeforeMs: 0, saving: Promise.resolve() }
    this.#tasks.set(footage.id, task)
  }

  async add(orders: readonly FootageOrder[]): Promise<readonly number[] | null> {
    if (!this.#hasRoomFor(orders)) return null
    const ids = await this.#deps.store.add(orders)
    for (const [index, order] of orders.entries())
      this.take({ ...order, ...fresh, ...untried, id: ids[index] as number })
    this.#look()
    return ids
  }

  all(): readonly Footage[] {
    return [...this.#tasks.values()].map(({ footage }) => footage).reverse()
  }

  get(id: number): Footage | undefined {
    return this.#tasks.get(id)?.footage
  }

  async pause(id: number): Promise<boolean> {
    const task = this.#tasks.get(id)
    if (task === undefined || isOver(task.footage)) return false
    this.#change(task, { state: 'paused', reason: '' })
    await task.run?.stop('pause')
    await task.saving
    return true
  }

  async resume(id: number): Promise<boolean> {
    const task = this.#tasks.get(id)
    if (task === undefined || (task.footage.state !== 'paused' && task.footage.state !== 'failed')) return false
    // A pause of just now may still be closing files.
    await task.run?.stop('pause')
    task.notBeforeMs = 0
    // Where there was nothing it is looked again.
    this.#change(task, { state: 'queued', reason: '', finished: task.footage.filled, vainTries: 0 })
    await task.saving
    this.#look()
    return true
  }

  async remove(id: number): Promise<boolean> {
    const task = this.#tasks.get(id)
    if (task === undefined) return false
    this.#tasks.delete(id)
    await task.run?.stop('end')
    const { footageFiles } = this.#deps
    const places = new Set(task.footage.channels.map((channel) => placeOf({ footageId: id, channel })))
    await this.#paused.drop((place) => places.has(place))
    await task.saving
    await this.#deps.store.remove(id)
    await footageFiles.remove(task.footage)
    return true
  }

  async clip(id: number, channel: number) {
    const footage = this.get(id)
    if (footage === undefined) return null
    const { startMs, endMs } = footage
    const { footageFiles, cuts } = this.#deps
    return await cuts.cutFiles(await footageFiles.files(footage, channel), { startMs, endMs })
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    for (const watch of this.#watches) watch.close()
    await Promise.all([...this.#tasks.values()].map(async ({ run }) => await run?.stop('end')))
    await Promise.all(this.#running)
    await this.#paused.drop()
    await Promise.all([...this.#tasks.values()].map(({ saving }) => saving))
  }

  /** What runs while nothing is to be fetched goes on later, from where it is. */
  #takeSettings(): void {
    if (this.#isFetching()) this.#look()
    else for (const { run } of this.#tasks.values()) void run?.stop('end')
  }

  #isFetching(): boolean {
    return this.#settings.value.videoDownload === '1'
  }

  /** DEBUG-26: what waits, of all devices and of each, and what is over, is limited. */
  #hasRoomFor(orders: readonly FootageOrder[]): boolean {
    const unfinished = [...this.#tasks.values()].filter(({ footage }) => !isOver(footage))
    if (this.#tasks.size - unfinished.length > MAX_OVER) return false
    const waiting = unfinished.filter(({ run }) => run === null).length
    if (waiting + orders.length > this.limits.mostWaiting) return false
    const ofDevice = new Map<number, number>()
    for (const { footage } of unfinished) ofDevice.set(footage.deviceKey, (ofDevice.get(footage.deviceKey) ?? 0) + 1)
    return orders.every(({ deviceKey }) => (ofDevice.get(deviceKey) ?? 0) < MAX_WAITING_OF_DEVICE)
  }

  /** What can begin, by the time that the footage is of (SET-051). */
  #inOrder(nowMs: number): Task[] {
    const direction = this.#settings.value.downloadOldfirst === '1' ? 1 : -1
    const waiting = [...this.#tasks.values()].filter(
      ({ footage: { state, deviceId }, run, notBeforeMs }) =>
        state === 'queued' && run === null && nowMs >= notBeforeMs && this.#isThere(deviceId),
    )
    return waiting.sort((a, b) => direction * (a.footage.startMs - b.footage.startMs || a.footage.id - b.footage.id))
  }

  /** Begins what can be begun. */
  #look(): void {
    const nowMs = this.#deps.clock.monotonicMs()
    if (this.#closing !== null || !this.#isFetching() || this.#deps.disk.state.kind !== 'writing') return
    const busy = new Set([...this.#tasks.values()].filter(({ run }) => run).map(({ footage }) => footage.deviceKey))
    for (const task of this.limits.hasPlace ? this.#inOrder(nowMs) : []) {
      if (!this.limits.hasPlace) return
      const { deviceKey } = task.footage
      if (busy.has(deviceKey)) continue
      busy.add(deviceKey)
      this.#run(task)
    }
  }

  #isThere(deviceId: string): boolean {
    return this.#deps.fleet.get(deviceId)?.online === true && !this.#isUsedUp(deviceId)
  }

  /** A device that may move no more this month is asked when that is over, or its limit is raised. */
  #isUsedUp(deviceId: string): boolean {
    const device = this.#deps.registry.byId(deviceId)
    return device !== undefined && this.#deps.traffic.isUsedUp(device)
  }

  #holdUsedUp(deviceId: string): void {
    if (!this.#isUsedUp(deviceId)) return
    for (const { footage, run } of this.#tasks.values()) if (footage.deviceId === deviceId) void run?.stop('end')
  }

  #run(task: Task): void {
    const { clock, log, fleet, playbacks, commands, files, footageFiles } = this.#deps
    const bytesBefore = task.footage.bytes
    const finishedBefore = task.footage.finished.length
    const speed = new SpeedMeter(bytesBefore, clock.monotonicMs())
    const leave = this.limits.enter()
    this.#change(task, { state: 'running', reason: '', tries: task.footage.tries + 1 })
    task.run = new FootageRun(task.footage, {
      clock,
      log,
      playbacks,
      commands,
      files,
      footageFiles,
      paused: this.#paused,
      isOnline: () => fleet.get(task.footage.deviceId)?.online === true,
      bytesPerS: () => this.limits.rateOf({ isOrdered: task.footage.eventSerial === null }),
      onProgress: (progress) => {
        const bytesPerS = speed.at(progress.bytes, clock.monotonicMs())
        task.footage = { ...task.footage, ...progress, bytesPerS }
      },
      onChannel: () => this.#save(task),
    })
    const ended: Promise<void> = task.run.ended.then((end) => {
      this.#running.delete(ended)
      leave()
      task.run = null
      const { bytes, finished, vainTries } = task.footage
      task.footage = { ...task.footage, bytesPerS: 0 }
      if (end.kind === 'broken') {
        const isVain = bytes <= bytesBefore && finished.length === finishedBefore
        task.footage = { ...task.footage, vainTries: isVain ? vainTries + 1 : 0, failedMs: clock.nowMs() }
      }
      this.#ended(task, end)
      this.#look()
    })
    this.#running.add(ended)
  }

  #ended(task: Task, end: RunEnd): void {
    if (end.kind !== 'done' && task.footage.state !== 'running') {
      // Paused, or removed.
      this.#save(task)
      return
    }
    switch (end.kind) {
      case 'done': {
        const isEmpty = task.footage.filled.length === 0
        const failedMs = this.#deps.clock.nowMs()
        this.#change(
          task,
          isEmpty ? { state: 'failed', reason: nothingThere, failedMs } : { state: 'done', reason: '', part: 1 },
        )
        return
      }
      case 'stopped':
        // The server closes: it goes on after the next start.
        this.#change(task, { state: 'queued', reason: '' })
        return
      case 'offline':
        this.#change(task, { state: 'queued', reason: end.reason })
        return
      case 'busy':
        task.notBeforeMs = this.#deps.clock.monotonicMs() + TRY_AGAIN_MS
        this.#change(task, { state: 'queued', reason: end.reason })
        return
      case 'broken': {
        const { vainTries } = task.footage
        task.notBeforeMs = this.#deps.clock.monotonicMs() + TRY_AGAIN_MS * 2 ** vainTries
        this.#change(task, { state: vainTries < MAX_VAIN_TRIES ? 'queued' : 'failed', reason: end.reason })
      }
    }
  }

  #change(task: Task, change: Partial<Footage>): void {
    task.footage = { ...task.footage, ...change }
    this.#save(task)
  }

  /** A row that cannot be written loses its own data after the next start; the rest is read from the files. */
  #save(task: Task): void {
    task.saving = task.saving.then(async () => {
      if (!this.#tasks.has(task.footage.id)) return
      await this.#deps.store.update(task.footage.id, task.footage).catch((error: unknown) => {
        this.#deps.log.error({ err: error, id: task.footage.id }, 'a row of footage could not be written')
      })
    })
  }

  async #removeOld(signal: AbortSignal): Promise<void> {
    const nowMs = this.#deps.clock.nowMs()
    const old = this.all().filter(
      (footage) => isOver(footage) && footage.createdMs < nowMs - this.#retentionMs(footage),
    )
    for (const { id } of old) {
      if (signal.aborted) return
      await this.remove(id)
    }
  }

  /** SET-052: the oldest goes first. What waits or is being fetched stays. */
  async #removeForSpace(signal: AbortSignal): Promise<void> {
    const limitBytes = readSize(this.#settings.value.footagesize)
    if (limitBytes === null) return
    let bytes = this.all().reduce((sum, footage) => sum + footage.bytes, 0)
    const oldestFirst = this.all()
      .filter((footage) => isOver(footage) && footage.bytes > 0)
      .sort((a, b) => a.createdMs - b.createdMs || a.id - b.id)
    for (const { id, bytes: own } of oldestFirst.slice(0, REMOVED_FOR_SPACE)) {
      if (signal.aborted || bytes <= limitBytes) return
      await this.remove(id)
      bytes -= own
    }
  }

  #retentionMs({ deviceKey }: Footage): number {
    const days = this.#deps.registry.byKey(deviceKey)?.eventRetentionDays || this.#deps.defaultDays()
    return days === 0 ? Number.POSITIVE_INFINITY : days * DAY_MS
  }
}

/** Before the first attempt of this process. */
const untried = { part: 0, tries: 0, vainTries: 0, bytesPerS: 0, failedMs: null } as const

const nothingThere = 'The device has no recording at this time.'

function isOver({ state }: Footage): boolean {
  return state === 'done' || state === 'failed'
}
