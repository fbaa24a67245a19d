import type { EventMedia, EventMediaKey } from './event-media.types.ts'

/** `event-media/<device>/<event>-ch<channel>.mp4`, and `snapshots/…jpg`. */
const mediaFile = /^(?<folder>event-media|snapshots)\/[^/]+\/(?<serial>\d+)-ch(?<channel>\d+)\.(?:mp4|jpg)$/

/** The event of a file that is removed for space says so: no link leads to it, and lists that are polled follow. */
export async function forgetMediaFile(media: Pick<EventMedia, 'find' | 'put'>, path: string): Promise<void> {
  const key = keyOf(path)
  const item = key === null ? null : await media.find(key)
  if (item === null || item.state !== 'done' || item.path !== path) return
  const { updatedMs: _, ...rest } = item
  const nothing = { path: null, bytes: 0, startS: null, endS: null, percent: 0 }
  await media.put({ ...rest, ...nothing, state: 'failed', reason: 'event-media-removed' })
}

function keyOf(path: string): EventMediaKey | null {
  const found = mediaFile.exec(path)?.groups
  if (found === undefined) return null
  const kind = found['folder'] === 'snapshots' ? 'snapshot' : 'footage'
  return { kind, serial: Number(found['serial']), channel: Number(found['channel']) }
}
