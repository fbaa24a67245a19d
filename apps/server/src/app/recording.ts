import { createRecorder } from '../ingest/recorder/index.ts'
import { openMediaFolder } from '../platform/media-store/index.ts'
import type { Shutdown } from '../platform/shutdown/index.ts'
import type { DeviceHost } from '../ports/device-host.ts'
import type { DeviceState } from '../ports/device-state/index.ts'
import type { Streams } from '../ports/live-media/index.ts'
import type { RunningRecordings } from '../ports/recordings/index.ts'
import type { DeviceRegistry } from '../services/directory/index.ts'
import type { Fleet } from '../services/live-state/index.ts'
import { createRecordingIndex, createRecordingReader, type IndexReport } from '../services/recordings/index.ts'
import { createRetention } from '../services/retention/index.ts'
import type { Platform } from './platform.ts'

interface Recorded {
  readonly registry: DeviceRegistry
  readonly fleet: Fleet
  readonly deviceState: DeviceState
  readonly streams: Streams
  /** Serve files that are being written to other nodes. */
  readonly fileHosts: readonly DeviceHost[]
  /** How services and features reach them. */
  readonly recordingsOf: (source: RunningRecordings) => RunningRecordings
}

/** The folder, the index, what writes, what reads, and what removes. Recording begins when the index is ready for files. */
export async function startRecording(
  platform: Platform,
  { registry, fleet, deviceState, streams, fileHosts, recordingsOf }: Recorded,
  shutdown: Shutdown,
) {
  const { options, config, clock, log, metrics, database } = platform
  const folder = await openMediaFolder(platform.folder.mediaFolder)
  const index = createRecordingIndex({ clock, log, metrics, database, registry, folder })
  // Files that close are entered into the index, so that one ends last.
  shutdown.own('recording index', index)
  const recorder = await createRecorder({
    clock,
    log,
    metrics,
    registry,
    fleet,
    deviceState,
    streams,
    folder,
    media: folder,
    index: index.keeper,
    fileHosts,
  })
  shutdown.own('recorder', recorder)
  const running = recordingsOf(recorder)
  const reader = await createRecordingReader({ clock, log, database, registry, media: folder, index, running })
  shutdown.own('recordings', reader)
  const retention = await createRetention({
    clock,
    log,
    metrics,
    registry,
    media: folder,
    index,
    reader,
    running,
    disk: recorder.disk,
    defaultDays: config.recordingDays,
    deviceLimitBytes: config.recordingGigabytes * 1e9,
    overwriteEarly: config.overwriteEarly,
  })
  shutdown.own('retention of recordings', retention)
  const rebuild = options.rebuildIndex === true
  const { completed } = await index.keeper.start({ running: recorder, rebuild })
  recorder.start()
  retention.start()
  if (rebuild) options.announce?.(indexReport(await completed))
  const { recordings, locks, cuts } = reader
  return { recorder, recordings, locks, cuts, retention } as const
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
