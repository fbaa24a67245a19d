// What an editor makes of the record before it is sent. Pure: a field that the server did not send is absent, and stays so.
import { type SettingsChange, TEXT_MAX } from '@fleetglass/contract/device-settings'

export type Draft = SettingsChange

/** SDEV-48: what is longer is not taken into the field. */
export function fitsText(text: string, max: number = TEXT_MAX): boolean {
  return [...text].length <= max
}

/** SDEV-40, SDEV-41: another number of channels puts the talk channel to 1 and the order to 1..n, and fits the rest. */
export function withChannels(draft: Draft, channel: number): Draft {
  const fit = (flags: string): string => flags.slice(0, channel).padEnd(channel, '1')
  return {
    ...draft,
    channel,
    ...(draft.talkch !== undefined && { talkch: 1 }),
    ...(draft.chsort !== undefined && { chsort: inOrder(channel).join(',') }),
    ...(draft.chmask !== undefined && { chmask: fit(draft.chmask) }),
    ...(draft.recplan !== undefined && { recplan: fit(draft.recplan) }),
    ...(draft.streamtype !== undefined && { streamtype: fit(draft.streamtype) }),
    ...(draft.chnames !== undefined && { chnames: draft.chnames.split(',').slice(0, channel).join(',') }),
  }
}

/** Channel numbers in the order they are shown; those that the order leaves out follow. */
export function orderOf(chsort: string | undefined, channels: number): readonly number[] {
  const named = (chsort ?? '')
    .split(',')
    .map(Number)
    .filter((number) => number >= 1 && number <= channels)
  return [...named, ...inOrder(channels).filter((number) => !named.includes(number))]
}

/** The order with one channel a place up (-1) or down (1). */
export function moved(order: readonly number[], channel: number, by: -1 | 1): string {
  const from = order.indexOf(channel)
  const rest = order.filter((number) => number !== channel)
  return [...rest.slice(0, from + by), channel, ...rest.slice(from + by)].join(',')
}

/** One character of a string with one a channel. */
export function withFlag(flags: string, channel: number, isOn: boolean): string {
  return flags.slice(0, channel - 1) + (isOn ? '1' : '0') + flags.slice(channel)
}

/** One name of the list; names behind the last one that has any are left out. */
export function withName(chnames: string, channel: number, name: string): string {
  const names = chnames.split(',')
  while (names.length < channel) names.push('')
  names[channel - 1] = name
  return names.join(',').replace(/,+$/, '')
}

function inOrder(channels: number): number[] {
  return Array.from({ length: channels }, (_, index) => index + 1)
}
