// Belongs here: `restart` of the record disks (SET-081). Does not: where files go (ingest/recorder).
import type { MediaSlots } from '../../platform/media-store/index.ts'
import type { RunningRecordings } from '../../ports/recordings/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'

export interface RecordingReloadDeps {
  readonly slots: Pick<MediaSlots, 'refresh'>
  readonly running: Pick<RunningRecordings, 'running' | 'closeRunning'>
  readonly registry: Pick<DeviceRegistry, 'byKey'>
}

/** Looks at the media slots again and goes on recording in new files, which lie where the settings say now. */
export async function reloadRecording({ slots, running, registry }: RecordingReloadDeps): Promise<void> {
  await slots.refresh()
  const deviceKeys = new Set((await running.running(null)).map(({ deviceKey }) => deviceKey))
  const devices = [...deviceKeys].flatMap((key) => registry.byKey(key) ?? [])
  await Promise.all(devices.map(({ deviceId }) => running.closeRunning(deviceId)))
}
