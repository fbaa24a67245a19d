import { type AccessFlag, grants, mayCall } from '@fleetglass/contract/access'
import { fieldFlags, parseSettings, printSettings, type SettingField } from '@fleetglass/contract/device-settings'
import { AppError } from '@fleetglass/contract/errors'
import {
  type RecordSettings,
  readRecordSetting,
  recordSettingAccess,
  type SetRecordSettings,
} from '@fleetglass/contract/recording-settings'
import {
  type Account,
  type RegisteredDevice,
  type Registry,
  recordingDefaults,
  type Visibility,
} from '../../services/directory/index.ts'
import type { DeviceTraffic } from '../../services/traffic/index.ts'

/** Rows written before other work gets its turn. */
const PAGE = 200

export interface RecordingSettings {
  /** Of the devices that the account sees, page by page. */
  list(account: Account): AsyncGenerator<RecordSettings[]>
  /** Of all of the devices, or of none; throws why. */
  set(account: Account, asked: SetRecordSettings): Promise<void>
  reset(account: Account, deviceIds: readonly string[]): Promise<void>
}

export function createRecordingSettings(deps: {
  readonly registry: Registry
  readonly visibility: Visibility
  readonly traffic: Pick<DeviceTraffic, 'monthBytes' | 'isUsedUp'>
  /** Days that recordings are kept where a device does not say; 0: however old they are. */
  readonly serverDays: () => number
}): RecordingSettings {
  const { registry, visibility } = deps

  const edit = async (
    account: Account,
    deviceIds: readonly string[],
    change: Parameters<Registry['editAll']>[1],
  ): Promise<void> => {
    const known = deviceIds.every((deviceId) => visibility.device(account, deviceId) !== undefined)
    if (!known || (await registry.editAll(deviceIds, change)) === 'unknown') throw new AppError('unknown-device')
  }

  return {
    async *list(account) {
      const seen = visibility.devices(account)
      for (let at = 0; at < seen.length; at += PAGE) {
        yield seen.slice(at, at + PAGE).map((device) => toRow(device, account, deps))
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    async set(account, asked) {
      if (!mayCall(account, recordSettingAccess[asked.name])) throw new AppError('permission-denied')
      const change = readRecordSetting(asked)
      if (change === null)
        throw new AppError(asked.name === 'recdays' ? 'invalid-recording-days' : 'invalid-traffic-limit')
      await edit(account, asked.deviceids, (device) => parseSettings({ ...printSettings(device), ...change }))
    },
    reset: (account, deviceIds) => edit(account, deviceIds, ({ channels }) => recordingDefaults(channels)),
  }
}

function toRow(
  device: RegisteredDevice,
  account: Account,
  { traffic, serverDays }: Pick<Parameters<typeof createRecordingSettings>[0], 'traffic' | 'serverDays'>,
): RecordSettings {
  const { extid, driver, vehicleid, channel, streamtype, chmask, ...settings } = printSettings(device)
  const { recenable, recdays, recaudio, netlimit, maxnetflow } = settings
  const ofRecord = { extid, driver, vehicleid, channel, streamtype, chmask, recenable, recdays, recaudio }
  const ofMonth = { monthbytes: traffic.monthBytes(device.key), limited: traffic.isUsedUp(device) ? 1 : 0 }
  const may = (flag: AccessFlag): boolean => grants(account.access, flag)
  const reported = Object.entries(ofRecord).filter(([field]) => may(fieldFlags[field as SettingField]))
  const limit = may(fieldFlags.netlimit) ? { netlimit, maxnetflow, ...ofMonth } : {}
  const days = may(fieldFlags.recdays) ? { serverdays: serverDays() } : {}
  return { deviceid: device.deviceId, ...Object.fromEntries(reported), ...days, ...limit }
}
