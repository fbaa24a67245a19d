// Belongs here: the disks of the server on the main channel (S03). Does not: listing and formatting them (platform/host-disks).
import { AppError } from '@fleetglass/contract/errors'
import {
  decodeStorage,
  STORAGE,
  type StorageFunction,
  serverSettingsAccess,
} from '@fleetglass/contract/server-settings'
import { type ChannelCall, type ChannelMessage, message } from '../../platform/channel/index.ts'
import type { HostDisks } from '../../platform/host-disks/index.ts'

export const recordDisksMessages = (disks: HostDisks): ChannelMessage[] => [
  message(STORAGE, serverSettingsAccess, 'Called {F} of the disks of the server for disk {N}', async (call) => {
    const asked = decodeStorage(call.fields)
    if (asked === null) throw new AppError('unknown-message')
    await functions[asked.name](disks, asked.about, call)
  }),
]

const functions: Readonly<
  Record<StorageFunction, (disks: HostDisks, about: string, call: Pick<ChannelCall, 'reply'>) => Promise<void>>
> = {
  async lsblk(disks, _about, { reply }) {
    reply({}, JSON.stringify({ blockdevices: await disks.list() }))
  },
  async format(disks, name, { reply }) {
    await disks.format(name)
    reply({})
  },
}
