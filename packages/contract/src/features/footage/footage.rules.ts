/** The channels a plan can name. */
export const FOOTAGE_CHANNELS = 8
/** Devices of one event. */
export const MAX_EVENT_DEVICES = 100
/** The longest footage, seconds. */
export const LONGEST_FOOTAGE_S = 86_400
/** What the console says when the end is before the start (MP4-26), and what the server refuses it with (MP4-35). */
export const START_AFTER_END = 'Start Time > End Time'

/** What is wrong with an event; `null` when it can be saved. */
export function customEventFault(event: {
  readonly deviceid: string
  readonly start: number
  readonly end: number
  readonly downloadplan: number
}): string | null {
  const devices = deviceIdsOf(event.deviceid).length
  if (devices === 0) return 'the device id is empty'
  if (devices > MAX_EVENT_DEVICES) return `more than ${MAX_EVENT_DEVICES} devices`
  if (channelsOfPlan(event.downloadplan).length === 0) return 'no channel is chosen'
  if (event.end < event.start) return START_AFTER_END
  if (event.end === event.start) return 'start and end are the same'
  if (event.end - event.start > LONGEST_FOOTAGE_S) return 'more than 24 hours'
  return null
}

/** The ids of a list between commas, each once (MP4-18). */
export function deviceIdsOf(list: string): readonly string[] {
  const ids = list.split(',').map((id) => id.trim())
  return [...new Set(ids.filter((id) => id !== ''))]
}

/** The channels of a plan: bit 0 is channel 1 (MP4-34). */
export function channelsOfPlan(downloadplan: number): readonly number[] {
  return Array.from({ length: FOOTAGE_CHANNELS }, (_, index) => index + 1).filter((channel) =>
    isInPlan(downloadplan, channel),
  )
}

/** Whether the bit of a channel is set: in a plan that it is wanted, in `streamtype` that its main stream is. */
export function isInPlan(bits: number, channel: number): boolean {
  return (bits & (1 << (channel - 1))) !== 0
}
