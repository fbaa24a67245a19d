import {
  deviceCodePath,
  encodeControl,
  encodeDeviceId,
  encodeRegister,
  REGISTER,
  REMOVE,
} from '@fleetglass/contract/devices'
import { callJson } from '../../platform/http/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'
import { type Channel, type ChannelReply, useChannel, useSession } from '../channel/index.ts'
import { type Fleet, useFleet } from '../fleet/index.ts'
import { type DeviceActionName, deviceActions } from './device-actions.ts'

export interface NewDevice {
  readonly deviceId: string
  readonly channels: number
  readonly recording: boolean
}

/** Registers a device; the list is asked for anew (SYNC-07). */
export async function registerDevice(channel: Channel, fleet: Fleet, device: NewDevice): Promise<ChannelReply> {
  const reply = await channel.request({ code: REGISTER, fields: encodeRegister(device) })
  if (reply.ok) fleet.flagChange()
  return reply
}

/** Removes a device; the list is asked for anew (SYNC-21). */
export async function removeDevice(channel: Channel, fleet: Fleet, deviceId: string): Promise<ChannelReply> {
  const reply = await channel.request({ code: REMOVE, fields: encodeDeviceId(deviceId) })
  if (reply.ok) fleet.flagChange()
  return reply
}

/** The commands with a notice when they are done, or of why not. */
export function useDeviceCommands() {
  const t = useText()
  const channel = useChannel()
  const fleet = useFleet()
  const { userName: username, passwordHash: password } = useSession()
  const tell = (reply: ChannelReply, done: string): void => {
    if (reply.ok) notify.success(done)
    else notify.error(reply.reason)
  }
  return {
    /** Answers why the device could not be added, for the place where it was asked for; null when it was. */
    async register(device: NewDevice): Promise<string | null> {
      const reply = await registerDevice(channel, fleet, device)
      if (!reply.ok) return reply.reason
      notify.success(t('dashboard.added', { device: device.deviceId }))
      return null
    },
    async remove(deviceId: string): Promise<void> {
      tell(await removeDevice(channel, fleet, deviceId), t('dashboard.removed', { device: deviceId }))
    },
    /**
     * Answered when it is done: what the device does itself, when the device has confirmed. `word` is the command word that
     * the user confirmed, where it was named.
     */
    async act(name: DeviceActionName, deviceId: string, word: number | null = null): Promise<void> {
      const { code, doneKey } = deviceActions[name]
      if (code === null) {
        await resetCode({ username, password, deviceid: deviceId }, t(doneKey, { device: deviceId }))
        return
      }
      tell(await channel.request({ code, fields: encodeControl(deviceId, word) }), t(doneKey, { device: deviceId }))
    },
  }
}

async function resetCode(
  asked: { readonly username: string; readonly password: string; readonly deviceid: string },
  done: string,
): Promise<void> {
  const reply = await callJson('DELETE', deviceCodePath, asked)
  if (reply.ok) notify.success(done)
  else notify.error(reply.reason)
}
