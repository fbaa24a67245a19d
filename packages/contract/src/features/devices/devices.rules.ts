import type { ExtraInfo } from './devices.schema.ts'

/** The available channels in the order they are shown: those of `order`, the others after them by number. */
export function orderedChannels(enabled: readonly boolean[], order: readonly number[]): number[] {
  const available = enabled.flatMap((isEnabled, index) => (isEnabled ? [index + 1] : []))
  const sorted = [...new Set(order)].filter((channel) => available.includes(channel))
  return [...sorted, ...available.filter((channel) => !sorted.includes(channel))]
}

/** The name of a channel, `ch3` where it has none. */
export function channelName(info: Pick<ExtraInfo, 'chnames'> | undefined, channel: number): string {
  const name = info?.chnames[channel - 1] ?? ''
  return name === '' ? `ch${channel}` : name
}
