// Belongs here: asking a device for its recordings. Does not: what its answer means (device-records.ts).
import { failureTexts } from '@fleetglass/contract/envelope'
import type { DeviceRecord } from '@fleetglass/contract/remote-playback'
import type { Message } from '@fleetglass/jt808'
import { decodeSignalling, encodeSignalling } from '@fleetglass/jt1078'
import type { Account } from '../../platform/account/index.ts'
import { refused } from '../../platform/refusal/index.ts'
import { commandFailure, type DeviceCommands } from '../../ports/commands/index.ts'
import type { Visibility } from '../../services/directory/index.ts'
import { mergedRecords } from './device-records.ts'

/** A device reads its disk, and sends a long list in many packets over a mobile link. */
const LIST_MS = 30_000

export interface RecordLists {
  /** Rejects with a sentence when the device cannot be asked, refuses, or does not answer. */
  of(account: Account, deviceId: string): Promise<readonly DeviceRecord[]>
}

/** Lists of recordings. Who asks while a device is being asked gets the same answer: it has one disk. */
export function createRecordLists(deps: {
  readonly visibility: Visibility
  readonly commands: DeviceCommands
}): RecordLists {
  const asking = new Map<string, Promise<readonly DeviceRecord[]>>()

  async function ask(deviceId: string): Promise<readonly DeviceRecord[]> {
    const result = await deps.commands.send(deviceId, listRequest(), { timeoutMs: LIST_MS })
    if (result.kind !== 'answered') throw refused(commandFailure(result) ?? 'the device did not answer')
    const { message } = result
    const decoded = message.name === 'unknown' ? decodeSignalling(message.messageId, message.body.raw) : null
    if (!decoded?.ok || decoded.value.name !== 'recordingList') {
      throw refused('the device answered with a list that cannot be read')
    }
    return mergedRecords(decoded.value.body.entries)
  }

  return {
    of(account, deviceId) {
      const device = deps.visibility.device(account, deviceId)
      if (device === undefined) throw refused(failureTexts.unknownDevice)
      const known = asking.get(device.deviceId)
      if (known) return known
      const asked = ask(device.deviceId).finally(() => asking.delete(device.deviceId))
      asking.set(device.deviceId, asked)
      return asked
    },
  }
}

/** 0x9205: all channels, all times, all kinds (REPB-41). */
function listRequest(): Message {
  const { messageId, body } = encodeSignalling({
    name: 'listRecordings',
    body: { channel: 0, fromLocalS: null, toLocalS: null, alarmBits: 0n, resource: 0, stream: 0, storage: 0 },
  })
  return { name: 'unknown', messageId, body: { raw: body } }
}
