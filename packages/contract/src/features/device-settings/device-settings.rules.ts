import { AppError } from '../../errors/index.ts'
import type { DeviceSettings, SettingsChange } from './device-settings.wire.ts'

export type ChangeResult =
  | { readonly ok: true; readonly value: DeviceSettings }
  | { readonly ok: false; readonly error: AppError }

/**
 * The record after a change. Another number of channels puts the talk channel to 1 and the order to none, and fits the
 * strings with a character a channel, where the change does not say otherwise. Fails when the whole does not fit together.
 */
export function applyChange(before: DeviceSettings, change: SettingsChange): ChangeResult {
  const resized = change.channel !== undefined && change.channel !== before.channel
  const fitted = resized ? fitTo(before, change.channel as number) : before
  const value = { ...fitted, ...withoutUndefined(change) }
  const field = misfitOf(value)
  if (field === null) return { ok: true, value }
  return { ok: false, error: new AppError('record-conflict', { field, channels: value.channel }) }
}

/** The fields of an edited record that differ from what was loaded: nothing else is sent (SDEV-07). */
export function changedFields(loaded: SettingsChange, edited: SettingsChange): SettingsChange {
  const fields = Object.keys(edited) as (keyof SettingsChange)[]
  return Object.fromEntries(
    fields.filter((field) => edited[field] !== loaded[field]).map((field) => [field, edited[field]]),
  )
}

function fitTo(before: DeviceSettings, channel: number): DeviceSettings {
  const fit = (flags: string): string => flags.slice(0, channel).padEnd(channel, '1')
  const { chmask, recplan, streamtype } = before
  const names = before.chnames.split(',').slice(0, channel).join(',')
  const strings = { chmask: fit(chmask), recplan: fit(recplan), streamtype: fit(streamtype), chnames: names }
  return { ...before, ...strings, channel, talkch: 1, chsort: '' }
}

/** The field that does not fit the number of channels, or names one of them twice. */
function misfitOf(value: DeviceSettings): keyof DeviceSettings | null {
  const { channel } = value
  for (const field of ['chmask', 'recplan', 'streamtype'] as const) if (value[field].length !== channel) return field
  if (value.talkch > channel) return 'talkch'
  if (value.chnames.split(',').length > channel) return 'chnames'
  const order = value.chsort === '' ? [] : value.chsort.split(',').map(Number)
  const isOrder = order.every((number) => number <= channel) && new Set(order).size === order.length
  return isOrder ? null : 'chsort'
}

function withoutUndefined(change: SettingsChange): Partial<DeviceSettings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}
