import type { ExtraInfo } from './devices.schema.ts'

/** Whether channel `channel` (1-based) of a mask is available. */
function hasChannel(chmask: string, channel: number): boolean {
  return chmask[channel - 1] === '1'
}

/** The available channels in the order they are shown: by `chsort`, the others after it by number. */
export function orderedChannels(chmask: string, chsort: readonly number[]): number[] {
  const available = Array.from(chmask, (_, index) => index + 1).filter((channel) => hasChannel(chmask, channel))
  const sorted = [...new Set(chsort)].filter((channel) => available.includes(channel))
  return [...sorted, ...available.filter((channel) => !sorted.includes(channel))]
}

/** The name of a channel, `ch3` where it has none. */
export function channelName(info: Pick<ExtraInfo, 'chnames'> | undefined, channel: number): string {
  const name = info?.chnames[channel - 1] ?? ''
  return name === '' ? `ch${channel}` : name
}
