import {
  decodeParameter,
  GET_SETTINGS,
  SET_PARAMETER,
  SET_SETTINGS,
  type SettingsChange,
  settingsAccess,
  settingsChangeSchema,
} from '@fleetglass/contract/device-settings'
import { type ChannelCall, type ChannelMessage, message } from '../../platform/channel/index.ts'
import { refused, refuseNul } from '../../platform/refusal/index.ts'
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
    if (!asked.ok) throw refused(asked.reason)
    await records.change(call.account, asked.deviceId, asked.change)
    call.reply()
  }),
]

function readChange({ payload }: ChannelCall): SettingsChange {
  const change = readJson(payload)
  refuseNul(change)
  const parsed = settingsChangeSchema.safeParse(change)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.')
  const fault = issue?.code === 'unrecognized_keys' ? 'is no field of the record' : issue?.message
  throw refused(field ? `${field}: ${fault}` : 'the payload is no JSON object')
}

function readJson(payload: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(payload ?? []).toString())
  } catch {
    return null
  }
}
