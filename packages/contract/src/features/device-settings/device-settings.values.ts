// What the fields of the record mean to an editor.
import type { DeviceSettings } from './device-settings.wire.ts'

/** The numbers of channels that an editor offers. */
export const CHANNEL_COUNTS = [1, 2, 3, 4, 8, 12, 16, 20, 36, 64] as const
/** What an editor puts where the default is unchecked. */
export const STORAGE_DAYS = 7
export const EVENT_DAYS = 365
/** `maxnetflow` is kept in KB and shown in MB. */
export const KB_PER_MB = 1024

/** Whether the storage days mean something. */
export function hasStorageDays({ recenable }: Pick<DeviceSettings, 'recenable'>): boolean {
  return recenable >= 1
}

/** Whether channels are selected for recording. */
export function hasRecordPlan({ recenable }: Pick<DeviceSettings, 'recenable'>): boolean {
  return recenable === 2
}
