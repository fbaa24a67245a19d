import type { EventQueries } from '../events/index.ts'
import type { EventMedia } from './event-media.types.ts'
import type { EventMediaFile, EventMediaFiles } from './event-media-files.ts'

/** Events of one device in one second that are looked through. */
const AT_ONCE = 50

export interface EventSnapshots {
  /** The picture of a channel that was fetched for an event of the device at this time; `null` when there is none. */
  find(deviceKey: number, timeS: number, channel: number): Promise<EventMediaFile | null>
}

export function createEventSnapshots(deps: {
  readonly queries: Pick<EventQueries, 'page'>
  readonly media: Pick<EventMedia, 'find'>
  readonly files: Pick<EventMediaFiles, 'open'>
}): EventSnapshots {
  const { queries, media, files } = deps
  return {
    async find(deviceKey, timeS, channel) {
      const of = { deviceKeys: [deviceKey], share: 0, startS: timeS, endS: timeS, hasSnapshot: true }
      const events = await queries.page(of, { order: 'time', desc: true, limit: AT_ONCE, offset: 0 })
      const event = events.find(({ snapshotMask }) => (snapshotMask & (1 << (channel - 1))) !== 0)
      if (event === undefined) return null
      return await files.open(await media.find({ serial: event.serial, channel, kind: 'snapshot' }))
    },
  }
}
