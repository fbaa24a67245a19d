import {
  decodeParameter,
  GET_SETTINGS,
  SET_PARAMETER,
  SET_SETTINGS,
  type SettingsChange,
  settingsAccess,
  settingsChangeSchema,
} from '@fleetglass/contract/device-settings'
import { AppError } from '@fleetglass/contract/errors'
import { type ChannelCall, type ChannelMessage, message } from '../../platform/channel/index.ts'
import { rejectNul } from '../../platform/errors/index.ts'
import type { DeviceRecords } from './device-settings.service.ts'

/** The record of a device on the main channel. */
export const settingsMessages = (records: DeviceRecords): ChannelMessage[] => [
  message(GET_SETTINGS, settingsAccess, 'Read the settings of device {A}', (call) => {
    call.reply({}, JSON.stringify(records.read(call.account, call.fields.A ?? '')))
  }),
  message(SET_SETTINGS, settingsAccess, 'Changed the settings of device {A}', async (call) => {
    const deviceId = call.fields.A ?? ''
    // An unknown device is that first, whatever the payload is.
    records.read(call.account, deviceId)
    await records.change(call.account, deviceId, readChange(call))
    call.reply()
  }),
  message(SET_PARAMETER, settingsAccess, 'Changed a setting of device {A}', async (call) => {
    // An unknown device is that first, whatever the parameter is.
    records.read(call.account, call.fields.A ?? '')
    const asked = decodeParameter(call.fields)
    if (!asked.ok) throw asked.error
    await records.change(call.account, asked.deviceId, asked.change)
    call.reply()
  }),
]

function readChange({ payload }: ChannelCall): SettingsChange {
  const change = readJson(payload)
  rejectNul(change)
  const parsed = settingsChangeSchema.safeParse(change)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.')
  if (!field) throw new AppError('unreadable-record')
  if (issue?.code === 'unrecognized_keys') throw new AppError('unknown-field', { field })
  throw new AppError('invalid-field', { field, reason: issue?.message ?? '' })
}

function readJson(payload: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(payload ?? []).toString())
  } catch {
    return null
  }
}
