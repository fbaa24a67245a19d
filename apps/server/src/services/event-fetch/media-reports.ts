// Belongs here: how the channels of a fetch stand, as items of the event. Does not: fetching.
import type { ErrorCode } from '@fleetglass/contract/errors'
import type { EventMedia, EventMediaItem } from '../event-media/index.ts'
import type { FetchOfEvent } from './event-fetch.types.ts'

type Standing = Partial<Omit<EventMediaItem, 'serial' | 'channel' | 'kind'>> & Pick<EventMediaItem, 'state'>

/** Stores how one channel of a fetch stands; `false`: the event was removed. */
export async function report(
  media: Pick<EventMedia, 'put'>,
  { serial, kind, tries }: FetchOfEvent,
  channel: number,
  standing: Standing,
): Promise<boolean> {
  const nothing = { percent: 0, startS: null, endS: null, path: null, bytes: 0, reason: null }
  return await media.put({ ...nothing, tries: tries + 1, ...standing, serial, kind, channel })
}

/** The same of all its channels. */
export async function reportAll(
  media: Pick<EventMedia, 'put'>,
  fetch: FetchOfEvent,
  state: 'waiting' | 'fetching' | 'failed',
  more: { readonly reason?: ErrorCode | null; readonly percent?: number } = {},
): Promise<void> {
  for (const channel of fetch.channels) await report(media, fetch, channel, { state, ...more })
}
