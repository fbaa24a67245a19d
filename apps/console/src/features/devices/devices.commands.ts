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

/** The commands with a notice of how they went; each answers whether it was done. */
export function useDeviceCommands() {
  const t = useText()
  const channel = useChannel()
  const fleet = useFleet()
  const tell = (reply: ChannelReply, done: string): boolean => {
    if (reply.ok) notify.success(done)
    else notify.error(t('dashboard.failed', { reason: reply.reason }))
    return reply.ok
  }
  return {
    async register(device: NewDevice): Promise<boolean> {
      return tell(await registerDevice(channel, fleet, device), t('dashboard.added', { device: device.deviceId }))
    },
    async remove(deviceId: string): Promise<boolean> {
      return tell(await removeDevice(channel, fleet, deviceId), t('dashboard.removed', { device: deviceId }))
    },
  }
}
