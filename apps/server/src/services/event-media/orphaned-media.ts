import type { Job } from '../../platform/scheduler/index.ts'
import type { EventMedia } from './event-media.types.ts'
import type { EventMediaFiles } from './event-media-files.ts'

const PERIOD_MS = 3_600_000
/** Items of one look at the table. */
const BATCH = 500

/** Removes what was fetched for events that were removed by age. */
export function orphanedMedia(deps: {
  readonly media: Pick<EventMedia, 'orphans' | 'forget'>
  readonly files: Pick<EventMediaFiles, 'remove'>
}): Job {
  const { media, files } = deps
  return {
    name: 'media of removed events',
    schedule: { everyMs: PERIOD_MS },
    async run(signal) {
      for (;;) {
        const items = await media.orphans(BATCH)
        for (const item of items) await files.remove(item)
        await media.forget(items)
        if (items.length < BATCH || signal.aborted) return
      }
    },
  }
}
