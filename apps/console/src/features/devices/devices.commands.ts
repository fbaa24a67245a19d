import { encodeDeviceId, encodeRegister, REGISTER, REMOVE } from '@fleetglass/contract/devices'
import { type Channel, type ChannelReply, useChannel } from '../../engines/channel/index.ts'
import { type Fleet, useFleet } from '../../engines/fleet/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'

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

/** The commands with a notice when they are done, and for a removal also of why it was not. */
export function useDeviceCommands() {
  const t = useText()
  const channel = useChannel()
  const fleet = useFleet()
  return {
    /** Answers why the device could not be added, for the place where it was asked for; null when it was. */
    async register(device: NewDevice): Promise<string | null> {
      const reply = await registerDevice(channel, fleet, device)
      if (!reply.ok) return reply.reason
      notify.success(t('dashboard.added', { device: device.deviceId }))
      return null
    },
    /** Answers whether it was done. */
    async remove(deviceId: string): Promise<boolean> {
      const reply = await removeDevice(channel, fleet, deviceId)
      if (reply.ok) notify.success(t('dashboard.removed', { device: deviceId }))
      else notify.error(reply.reason)
      return reply.ok
    },
  }
}
