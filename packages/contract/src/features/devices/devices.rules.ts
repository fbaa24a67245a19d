import type { ExtraInfo } from './devices.schema.ts'

/** Whether a device has a channel (1-based): one that is switched off in `chmask` is not there, one beyond it is on. */
export function hasChannel(device: { readonly channels: number; readonly chmask: string }, channel: number): boolean {
  return channel >= 1 && channel <= device.channels && device.chmask[channel - 1] !== '0'
}

/** The available channels in the order they are shown: by `chsort`, the others after it by number. */
export function orderedChannels(chmask: string, chsort: readonly number[]): number[] {
  const available = Array.from(chmask, (_, index) => index + 1).filter((channel) => chmask[channel - 1] === '1')
  const sorted = [...new Set(chsort)].filter((channel) => available.includes(channel))
  return [...sorted, ...available.filter((channel) => !sorted.includes(channel))]
}

/** The name of a channel, `ch3` where it has none. */
export function channelName(info: Pick<ExtraInfo, 'chnames'> | undefined, channel: number): string {
  const name = info?.chnames[channel - 1] ?? ''
  return name === '' ? `ch${channel}` : name
}
