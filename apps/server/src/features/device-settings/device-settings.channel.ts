import { grants } from '@fleetglass/contract/access'
import {
  applyChange,
  type DeviceSettings,
  fieldFlags,
  GET_SETTINGS,
  SET_SETTINGS,
  type SettingField,
  type SettingsChange,
  settingsAccess,
  settingsChangeSchema,
} from '@fleetglass/contract/device-settings'
import { failureTexts } from '@fleetglass/contract/envelope'
import type { RegisteredDevice, Registry, Settings } from '../../engines/registry/index.ts'
import type { Visibility } from '../../engines/visibility/index.ts'
import type { Account } from '../../platform/account/index.ts'
import type { ChannelCall, MainChannel } from '../../platform/channel/index.ts'
import { permissionDenied, refused } from '../../platform/refusal/index.ts'

export interface SettingsMessageDeps {
  readonly registry: Registry
  readonly visibility: Visibility
}

/** The record of a device on the main channel. A field without its flag is not told and not taken. */
export function settingsMessages(channel: MainChannel, { registry, visibility }: SettingsMessageDeps): void {
  const find = ({ account, fields }: ChannelCall): RegisteredDevice => {
    const device = visibility.device(account, fields.A ?? '')
    if (device === undefined) throw refused(failureTexts.unknownDevice)
    return device
  }
  channel.message(GET_SETTINGS, settingsAccess, (call) => {
    const device = find(call)
    const told = Object.entries(recordOf(device)).filter(([field]) => may(call.account, field as SettingField))
    call.reply({}, JSON.stringify({ deviceid: device.deviceId, ...Object.fromEntries(told) }))
  })
  channel.message(SET_SETTINGS, settingsAccess, async (call) => {
    const { deviceId } = find(call)
    const change = readChange(call)
    for (const field of Object.keys(change)) if (!may(call.account, field as SettingField)) throw permissionDenied()
    const result = await registry.edit(deviceId, (device) => {
      const changed = applyChange(recordOf(device), change)
      if (!changed.ok) throw refused(changed.reason)
      return settingsOf(changed.value)
    })
    if (result === 'unknown') throw refused(failureTexts.unknownDevice)
    call.reply()
  })
}

function may(account: Account, field: SettingField): boolean {
  return grants(account.access, fieldFlags[field])
}

function readChange({ payload }: ChannelCall): SettingsChange {
  const parsed = settingsChangeSchema.safeParse(readJson(payload))
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

/** The names of the record are those of the registry, but for the number of channels and what is not edited here. */
function recordOf(device: RegisteredDevice): DeviceSettings {
  const { key: _, deviceId: __, groupId: ___, utcOffsetMinutes: ____, channels, ...same } = device
  return { ...same, channel: channels }
}

function settingsOf({ channel, ...same }: DeviceSettings): Partial<Settings> {
  return { ...same, channels: channel }
}
