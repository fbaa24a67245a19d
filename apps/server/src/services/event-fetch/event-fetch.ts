// Belongs here: the parts of fetching media of events, connected. Does not: what any of them does.
import type { ErrorCode } from '@fleetglass/contract/errors'
import type { DownloadSettings } from '@fleetglass/contract/event-plans'
import type { Clock } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Job } from '../../platform/scheduler/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import type { DeviceCommands } from '../../ports/commands/index.ts'
import type { StoredEvents } from '../../ports/events/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import type { EventMedia, EventMediaKind } from '../event-media/index.ts'
import type { Fleet } from '../live-state/index.ts'
import { eventStorageSettings, type FootageEngine } from '../retrieval/index.ts'
import { createEventFetchStore, type EventFetchStore } from './event-fetch.store.ts'
import type { FetchOfEvent, NewEvent } from './event-fetch.types.ts'
import { EventFetches, type FetchTask } from './event-fetches.ts'
import { openEventFiles } from './event-files.ts'
import { createEventUploadStore } from './event-uploads.store.ts'
import { EventUploads } from './event-uploads.ts'
import { fetchAgain } from './fetch-again.ts'
import { FootageFetches } from './footage-fetches.ts'
import { uploadByFtp } from './ftp-upload.ts'
import { PlanCursor } from './plan-cursor.ts'
import { takeSnapshots } from './snapshot-fetches.ts'
import { uploadLimitSettings } from './upload-limits.ts'

const DAY_MS = 86_400_000

export interface EventFetchDeps {
  readonly clock: Clock
  readonly log: Log
  readonly database: Database
  readonly dataFolder: string
  readonly registry: Pick<DeviceRegistry, 'byKey'>
  readonly fleet: Pick<Fleet, 'get' | 'onOnlineChange'>
  readonly commands: DeviceCommands
  readonly storedEvents: Pick<StoredEvents, 'subscribe'>
  readonly footage: FootageEngine
  readonly media: EventMedia
  /** The download plan in force; `null`: none is. */
  readonly planOf: (deviceKey: number, code: number) => DownloadSettings | null
  readonly settings: Pick<Settings, 'open'>
  /** Whether the disk takes files. */
  readonly takesData: () => boolean
  /** Whether machines in the server's own network may be uploaded to. */
  readonly allowLocal: boolean
}

/** Fetches what download plans want of events, and uploads it. */
export interface EventFetch {
  readonly jobs: readonly Job[]
  readonly uploads: Pick<EventUploads, 'newest'>
  /** What is fetched or waits, in the order of events, without what is in the queue of retrieval. */
  tasks(limit: number): Promise<readonly FetchTask[]>
  /** What keeps the server from fetching of a device now; `null`: nothing does. */
  holdOf(deviceId: string): ErrorCode | null
  /** Fetches what failed of an event once more; rejects with the reason where that is not possible. */
  again(event: Omit<NewEvent, 'isNew'>, kind: EventMediaKind): Promise<void>
  /** What is being fetched goes on after the next start. Idempotent. */
  close(): Promise<void>
}

export async function createEventFetch(deps: EventFetchDeps): Promise<EventFetch> {
  const { clock, commands, database, fleet, footage, media, registry } = deps
  const log = deps.log.child({ part: 'event fetch' })
  const store = createEventFetchStore(database)
  const files = await openEventFiles(deps.dataFolder)
  const uploadLimits = deps.settings.open(uploadLimitSettings)
  const uploads = new EventUploads({
    clock,
    log,
    store: createEventUploadStore(database),
    limits: () => uploadLimits.value,
    send: ({ path, name, target }, signal) => {
      const bytesPerS = () => uploadLimits.value.limitRate
      const upload = { target, file: files.locate(path), name, allowLocal: deps.allowLocal, clock, bytesPerS }
      return uploadByFtp(upload, signal)
    },
  })
  const onFile = async (fetch: FetchOfEvent, file: { readonly path: string; readonly bytes: number }) => {
    if (fetch.upload === '') return
    const { serial, deviceId, timeS, upload: target } = fetch
    const name = `${deviceId}_${timeS}_${file.path.slice(file.path.lastIndexOf('/') + 1)}`
    await uploads.add({ serial, deviceId, timeS, ...file, name, target, addedMs: clock.nowMs() })
  }
  const isOnline = (deviceId: string): boolean => fleet.get(deviceId)?.online === true
  const isAccOff = (deviceId: string): boolean => fleet.get(deviceId)?.accOn === false
  const storage = deps.settings.open(eventStorageSettings)
  const mostWaiting = () => footage.limits.mostWaiting
  const fetches = new EventFetches({
    clock,
    log,
    store,
    cursor: new PlanCursor({ clock, log, store, media, registry, planOf: deps.planOf, mostWaiting }),
    footageFetches: new FootageFetches({ clock, log, footage, media, files, isOnline, isAccOff, onFile }),
    snapshots: (fetch) => takeSnapshots({ clock, commands, media, files, onFile }, fetch),
    footage,
    media,
    registry,
    fleet,
    takesData: deps.takesData,
    isOldestFirst: () => storage.value.downloadOldfirst === '1',
  })
  const watches = [
    deps.storedEvents.subscribe({}, () => fetches.wake()),
    fleet.onOnlineChange((_, online) => {
      if (online) fetches.wake()
    }),
    footage.limits.onChange(() => fetches.wake()),
    uploadLimits.subscribe(() => uploads.wake()),
  ]
  let closing: Promise<void> | null = null
  return {
    jobs: [...uploads.jobs, removalOfOrphans(store)],
    uploads,
    tasks: (limit) => fetches.tasks(limit),
    holdOf(deviceId) {
      if (!deps.takesData()) return 'disk-full'
      return isOnline(deviceId) ? null : 'device-offline'
    },
    async again(event, kind) {
      await fetchAgain({ clock, store, media, registry, planOf: deps.planOf, mostWaiting }, event, kind)
      fetches.wake()
    },
    close() {
      closing ??= (async () => {
        for (const watch of watches) watch.close()
        await fetches.close()
        await uploads.close()
      })()
      return closing
    },
  }
}

/** What waits for an event that was removed by age, perhaps of a device that is gone. */
function removalOfOrphans(store: Pick<EventFetchStore, 'removeOrphans'>): Job {
  return { name: 'fetches of removed events', schedule: { everyMs: DAY_MS }, run: () => store.removeOrphans() }
}
