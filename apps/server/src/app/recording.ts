import type { Shutdown } from '../platform/shutdown/index.ts'
import { createRecordingReader, type IndexReport, reloadRecording } from '../services/recordings/index.ts'
import { createRetention, recordOptionSettings } from '../services/retention/index.ts'
import type { Ingest } from './ingest.ts'
import type { Platform } from './platform.ts'
import type { Ports } from './ports.ts'
import type { StoredState } from './stored-state.ts'

/** What reads recordings and what removes them. Recording begins when the index is ready for files. */
export async function startRecording(
  platform: Platform,
  { registry, media, mediaSlots: slots, mediaUploads, recordingIndex: index }: StoredState,
  { recorder, onRecordingTrouble }: Ingest,
  { running, recordingDisk }: Ports,
  shutdown: Shutdown,
) {
  const { options, config, clock, log, threads, metrics, database, scheduler, settings } = platform
  await mediaUploads?.prepare()
  const recordOptions = settings.open(recordOptionSettings)
  const reader = await createRecordingReader({ clock, log, threads, database, registry, media, index, running })
  shutdown.own('recordings', reader)
  const retention = await createRetention({
    clock,
    log,
    metrics,
    registry,
    media,
    index,
    reader,
    running,
    disk: recordingDisk,
    isBucketUnusable: () => mediaUploads !== null && mediaUploads.fault !== null,
    defaultDays: () => recordOptions.value.recorddays,
    deviceLimitBytes: config.recordingGigabytes * 1e9,
    overwriteEarly: config.overwriteEarly,
  })
  shutdown.own('retention of recordings', retention)
  retention.onTrouble(onRecordingTrouble)
  const rebuild = options.rebuildIndex === true
  if (rebuild) await mediaUploads?.untilUsable()
  const { completed } = await index.keeper.start({ running: recorder, rebuild })
  recorder.start()
  retention.start()
  mediaUploads?.start()
  for (const job of retention.jobs) shutdown.own(job.name, scheduler.add(job))
  if (rebuild) options.announce?.(indexReport(await completed))
  const { recordings, locks, cuts } = reader
  const reload = () => reloadRecording({ slots, running, registry })
  return { recordings, locks, cuts, retention, reloadRecording: reload } as const
}

function indexReport({ added, damaged, cut, setAside, unreadable, foreign }: IndexReport): string {
  const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
  const files = `${counted(added, 'file', 'files')}, ${damaged} of them damaged inside (what is intact plays)`
  const others = [
    `${counted(cut, 'torn end was', 'torn ends were')} cut off`,
    `${counted(setAside, 'file was', 'files were')} set aside as .damaged`,
    `${counted(unreadable, 'entry', 'entries')} could not be read`,
    `${counted(foreign, 'file is', 'files are')} of devices that nobody has added`,
  ]
  return `The index of recordings was made again: ${files}; ${others.join(', ')}. The log names what is damaged, set aside or unreadable.`
}
