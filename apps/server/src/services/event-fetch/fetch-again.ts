// Belongs here: media of an event that failed are fetched once more, as its plan wants them now. Does not: fetching (event-fetches.ts).
import { hasChannel } from '@fleetglass/contract/devices'
import { AppError } from '@fleetglass/contract/errors'
import type { DownloadSettings } from '@fleetglass/contract/event-plans'
import type { Clock } from '../../platform/clock/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import type { EventMedia, EventMediaKind } from '../event-media/index.ts'
import type { EventFetchStore } from './event-fetch.store.ts'
import type { NewEvent } from './event-fetch.types.ts'
import { wishOf } from './fetch-wish.ts'
import { fetchesOf, MAX_WAITING_OF_DEVICE } from './plan-cursor.ts'

/** Nobody takes it before its event says that it waits; after a kill in between it is fetched all the same. */
const UNTIL_REPORTED_MS = 10_000

export interface FetchAgainDeps {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly store: Pick<EventFetchStore, 'addOne' | 'letBegin' | 'waiting' | 'waitingOf'>
  readonly media: Pick<EventMedia, 'ofEvents' | 'put'>
  readonly registry: Pick<DeviceRegistry, 'byKey'>
  readonly planOf: (deviceKey: number, code: number) => DownloadSettings | null
  /** Fetches of all devices that may wait. */
  readonly mostWaiting: () => number
}

/** All channels of a kind that failed. Time part and least interval of the plan do not count: a user wants this one. */
export async function fetchAgain(
  { clock, store, media, registry, planOf, mostWaiting }: FetchAgainDeps,
  event: Omit<NewEvent, 'isNew'>,
  kind: EventMediaKind,
): Promise<void> {
  const items = (await media.ofEvents([event.serial])).get(event.serial) ?? []
  const failed = items.filter((item) => item.kind === kind && item.state === 'failed')
  if (failed.length === 0) throw new AppError('event-media-not-failed')
  const device = registry.byKey(event.deviceKey)
  if (device === undefined) throw new AppError('unknown-event')
  if (device.video === 'forbidden') throw new AppError('stream-forbidden')
  const plan = planOf(event.deviceKey, event.code)
  const context = { hasChannel: (channel: number) => hasChannel(device, channel), fetchedS: [] }
  const wish = plan === null ? null : wishOf(event.timeS, { ...plan, isTimed: false }, context)
  const fetch =
    wish === null ? undefined : fetchesOf(event, device, wish, clock.nowMs()).find((one) => one.kind === kind)
  const wanted = failed.filter(({ channel }) => fetch?.channels.includes(channel) === true)
  if (fetch === undefined || wanted.length === 0) throw new AppError('event-media-not-planned')
  if ((await store.waitingOf(device.key)) >= MAX_WAITING_OF_DEVICE) throw new AppError('too-many-event-fetches')
  if ((await store.waiting()) >= mostWaiting()) throw new AppError('fetch-queue-full')
  const channels = wanted.map(({ channel }) => channel)
  const notBeforeMs = Math.max(fetch.notBeforeMs, clock.nowMs())
  const id = await store.addOne({ ...fetch, channels, notBeforeMs: notBeforeMs + UNTIL_REPORTED_MS })
  // Another user was first, or other channels of it are still being fetched.
  if (id === null) throw new AppError('event-media-not-failed')
  for (const { updatedMs: _, ...item } of wanted) {
    await media.put({ ...item, state: 'waiting', percent: 0, reason: null })
  }
  await store.letBegin(id, notBeforeMs)
}
