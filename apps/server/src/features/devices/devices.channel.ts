import { administratorOnly } from '@fleetglass/contract/access'
import {
  CHANGED_EXTRA_INFO,
  CHANGED_LIST,
  CHANNELS_MAX,
  decodeRegister,
  deviceIdSchema,
  EXTRA_INFO,
  FULL_LIST,
  LIST_END,
  REGISTER,
  REMOVE,
  ROWS_PER_MESSAGE,
  SINGLE_ROW,
} from '@fleetglass/contract/devices'
import { failureTexts } from '@fleetglass/contract/envelope'
import type { Registry } from '../../engines/registry/index.ts'
import type { ChannelCall, MainChannel } from '../../platform/channel/index.ts'
import { refused } from '../../platform/refusal/index.ts'
import type { DeviceList, Devices, ListMark } from './devices.service.ts'

/** The device list and the registration on the main channel. */
export function deviceMessages(channel: MainChannel, deps: { devices: Devices; registry: Registry }): void {
  const { devices, registry } = deps
  channel.message(FULL_LIST, 'login', (call) => sendList(call, devices.fullList(call.account)))
  channel.message(CHANGED_LIST, 'login', (call) => sendList(call, devices.changedList(call.account, markOf(call))))
  channel.message(SINGLE_ROW, 'login', (call) => {
    const row = devices.row(call.account, call.fields.A ?? '')
    if (row === undefined) throw refused(failureTexts.unknownDevice)
    call.reply({}, row)
  })
  channel.message(EXTRA_INFO, 'login', (call) => sendExtraInfo(call, devices, -1))
  channel.message(CHANGED_EXTRA_INFO, 'login', (call) => {
    sendExtraInfo(call, devices, (call.connection.memory.get(extraInfoMark) as number | undefined) ?? -1)
  })
  channel.message(REGISTER, administratorOnly, (call) => register(call, registry))
  channel.message(REMOVE, administratorOnly, async (call) => {
    if ((await registry.remove(call.fields.A ?? '')) === 'unknown') throw refused(failureTexts.unknownDevice)
    call.reply()
  })
}

const listMark = Symbol('list mark')

/** A link that was sent no list yet is told everything. */
function markOf({ connection }: ChannelCall): ListMark {
  const mark = connection.memory.get(listMark) as ListMark | undefined
  return mark ?? { fleetRevision: -1, listVersion: -1 }
}

/** Rows in messages of at most 200, then the end with the version. Other work gets its turn between two messages. */
async function sendList(call: ChannelCall, { rows, mark }: DeviceList): Promise<void> {
  let batch: string[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < ROWS_PER_MESSAGE) continue
    call.reply({}, batch.join('\n'))
    batch = []
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (batch.length > 0) call.reply({}, batch.join('\n'))
  call.connection.memory.set(listMark, mark)
  call.reply({ V: String(mark.listVersion) }, LIST_END)
}

const extraInfoMark = Symbol('extra info mark')

function sendExtraInfo(call: ChannelCall, devices: Devices, sinceVersion: number): void {
  const { infos, listVersion } = devices.extraInfo(call.account, sinceVersion)
  call.connection.memory.set(extraInfoMark, listVersion)
  call.reply({}, JSON.stringify(infos))
}

async function register(call: ChannelCall, registry: Registry): Promise<void> {
  const asked = decodeRegister(call.fields)
  if (asked === null || asked.channels < 1 || asked.channels > CHANNELS_MAX) {
    throw refused(`a device has 1 to ${CHANNELS_MAX} channels`)
  }
  const id = deviceIdSchema.safeParse(asked.deviceId)
  if (!id.success) throw refused(id.error.issues[0]?.message ?? 'the device id cannot be used')
  const result = await registry.add({ ...asked, groupId: call.account.groupId })
  if (result.kind === 'already-registered') throw refused('this device is registered already')
  if (result.kind === 'full') throw refused(`the licence ends at ${result.maxDevices} devices`)
  call.reply()
}
