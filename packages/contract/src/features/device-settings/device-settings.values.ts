// What the fields of the record mean to whoever acts on them, and to whoever edits them.
import type { DeviceSettings } from './device-settings.schema.ts'

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

const forbidden = -1
/** Single sources: what the talk channel hears is the sound of the vehicle. */
const single: readonly number[] = [0, 1]
const recorded: readonly number[] = [1, 3]

/** What becomes of the sound of a channel. */
export function soundOf(
  { recaudio, talkch }: Pick<DeviceSettings, 'recaudio' | 'talkch'>,
  channel: number,
): { readonly heard: boolean; readonly recorded: boolean } {
  const heard = recaudio !== forbidden && (!single.includes(recaudio) || channel === talkch)
  return { heard, recorded: heard && recorded.includes(recaudio) }
}

/** Bytes that a device may use in a month; `null`: as many as it likes. */
export function monthLimitBytes({
  netlimit,
  maxnetflow,
}: Pick<DeviceSettings, 'netlimit' | 'maxnetflow'>): number | null {
  return netlimit === 1 && maxnetflow > 0 ? maxnetflow * 1024 : null
}
