// Belongs here: who may ask for which footage and see what comes of it. Does not: fetching (services/retrieval), HTTP.
import { AppError } from '@fleetglass/contract/errors'
import {
  type CustomEvent,
  channelsOfPlan,
  deviceIdsOf,
  type FootageAction,
  type FootageTask,
  isInPlan,
} from '@fleetglass/contract/footage'
import type { Clock } from '../../platform/clock/index.ts'
import {
  type Account,
  earliestMs,
  type RegisteredDevice,
  type Registry,
  type Visibility,
} from '../../services/directory/index.ts'
import type { FootageEvents } from '../../services/events/index.ts'
import type { Clip } from '../../services/recordings/index.ts'
import type { Footage, FootageEngine, FootageOrder } from '../../services/retrieval/index.ts'

/** Rows of one answer. */
const LISTED = 200
/** MP4 files whose layout is cached, so that downloads resume and players seek. */
const CACHED_CLIPS = 16

export interface FootageRequestsDeps {
  readonly clock: Clock
  readonly registry: Pick<Registry, 'byKey'>
  readonly visibility: Visibility
  readonly footage: FootageEngine
  readonly events: FootageEvents
}

/** Each throws for what is not there for the account. */
export interface FootageRequests {
  /** One event of code 100 and one piece of footage a device; none of them when a device is not there. */
  save(account: Account, event: CustomEvent): Promise<string>
  /** The newest first. */
  list(account: Account): readonly FootageTask[]
  act(account: Account, id: number, action: FootageAction): Promise<void>
  /** Of which device this is; `null` when there is no such footage for this account. */
  deviceOf(account: Account, id: number): string | null
  /** `null` when there is no such file. */
  file(account: Account, id: number, channel: number): Promise<{ footage: Footage; clip: Clip } | null>
}

export function createFootageRequests(deps: FootageRequestsDeps): FootageRequests {
  const { clock, registry, visibility, footage, events } = deps
  const clips = new Map<string, Promise<Clip | null>>()
  const sees = (account: Account, { deviceKey, endMs, eventSerial }: Footage): boolean => {
    // What a download plan fetches is shown with its event.
    if (eventSerial !== null || endMs <= earliestMs(account, clock.nowMs())) return false
    const device = registry.byKey(deviceKey)
    return device !== undefined && visibility.sees(account, device)
  }
  const find = (account: Account, id: number): Footage | null => {
    const one = footage.get(id)
    return one !== undefined && sees(account, one) ? one : null
  }
  const clipOf = (id: number, channel: number): Promise<Clip | null> => {
    const key = `${id}/${channel}`
    const clip = clips.get(key) ?? footage.clip(id, channel)
    clips.delete(key)
    clips.set(key, clip)
    const oldest = clips.keys().next()
    if (clips.size > CACHED_CLIPS && !oldest.done) clips.delete(oldest.value)
    clip.catch(() => clips.delete(key))
    return clip
  }
  return {
    async save(account, event) {
      const devices = deviceIdsOf(event.deviceid).map((deviceId) => {
        const device = visibility.device(account, deviceId)
        if (device === undefined) throw new AppError('unknown-device')
        return device
      })
      const orders = devices.map((device) => orderOf(device, event, account.name, clock.nowMs()))
      const ids = await footage.add(orders)
      if (ids === null) throw new AppError('too-much-footage')
      try {
        await Promise.all(devices.map((device) => events.footageWanted(device, memoOf(event))))
      } catch (error) {
        // Footage without its event would not be found by users who search events.
        for (const id of ids) await footage.remove(id)
        throw error
      }
      return orders.length === 1 ? 'saved' : `saved for ${orders.length} devices`
    },
    list(account) {
      const listed: FootageTask[] = []
      for (const one of footage.all()) {
        if (listed.length === LISTED) break
        if (sees(account, one)) listed.push(taskOf(one))
      }
      return listed
    },
    async act(account, id, action) {
      const isDone = find(account, id) !== null && (await acts[action](footage, id))
      if (!isDone) throw new AppError('unknown-footage')
      if (action === 'cancel') for (const key of clips.keys()) if (key.startsWith(`${id}/`)) clips.delete(key)
    },
    deviceOf: (account, id) => find(account, id)?.deviceId ?? null,
    async file(account, id, channel) {
      const one = find(account, id)
      const clip = one?.filled.includes(channel) ? await clipOf(id, channel) : null
      return one === null || clip === null ? null : { footage: one, clip }
    },
  }
}

const acts: Readonly<Record<FootageAction, (footage: FootageEngine, id: number) => Promise<boolean>>> = {
  pause: (footage, id) => footage.pause(id),
  resume: (footage, id) => footage.resume(id),
  cancel: (footage, id) => footage.remove(id),
}

function orderOf(device: RegisteredDevice, event: CustomEvent, userName: string, createdMs: number): FootageOrder {
  const channels = channelsOfPlan(event.downloadplan).filter((channel) => channel <= device.channels.length)
  if (channels.length === 0) throw new AppError('no-footage-channel', { deviceId: device.deviceId })
  return {
    deviceKey: device.key,
    deviceId: device.deviceId,
    userName,
    createdMs,
    eventSerial: null,
    channels,
    startMs: event.start * 1000,
    endMs: event.end * 1000,
    audio: event.audioout === 1,
    way: event.way,
    mainChannels: channels.filter((channel) => isInPlan(event.streamtype, channel)),
  }
}

/** What an event list shows of it; times in UTC, as they are sent. */
function memoOf({ start, end, downloadplan }: CustomEvent): string {
  const time = (unixS: number): string => new Date(unixS * 1000).toISOString().slice(0, 19)
  return `${time(start)}Z – ${time(end)}Z, ch ${channelsOfPlan(downloadplan).join(', ')}`
}

function taskOf(one: Footage): FootageTask {
  return {
    id: one.id,
    deviceid: one.deviceId,
    start: one.startMs / 1000,
    end: one.endMs / 1000,
    channels: [...one.channels],
    files: [...one.filled],
    state: one.state,
    reason: one.reason,
    way: one.way,
    percent: Math.floor(one.part * 100),
    bytes: one.bytes,
    user: one.userName,
    time: Math.floor(one.createdMs / 1000),
  }
}
