// Belongs here: asking a device for its recordings. Does not: what its answer means (device-records.ts).
import { AppError } from '@fleetglass/contract/errors'
import type { DeviceRecord } from '@fleetglass/contract/remote-playback'
import { commandFailure, type DeviceCommands } from '../../ports/commands/index.ts'
import type { Account, Visibility } from '../../services/directory/index.ts'
import { mergedRecords } from './device-records.ts'

/** A device reads its disk, and sends a long list in many packets over a mobile link. */
const LIST_MS = 30_000

export interface RecordLists {
  /** Rejects when the device cannot be asked, refuses, or does not answer. */
  of(account: Account, deviceId: string): Promise<readonly DeviceRecord[]>
}

/** Lists of recordings. Who asks while a device is being asked gets the same answer: it has one disk. */
export function createRecordLists(deps: {
  readonly visibility: Visibility
  readonly commands: DeviceCommands
}): RecordLists {
  const asking = new Map<string, Promise<readonly DeviceRecord[]>>()

  async function ask(deviceId: string): Promise<readonly DeviceRecord[]> {
    const result = await deps.commands.send(deviceId, { name: 'listRecordings', span: null }, { timeoutMs: LIST_MS })
    if (result.kind !== 'answered') throw commandFailure(result)
    if (result.answer.name !== 'recordings') {
      throw new AppError('list-unreadable')
    }
    return mergedRecords(result.answer.entries)
  }

  return {
    of(account, deviceId) {
      const device = deps.visibility.device(account, deviceId)
      if (device === undefined) throw new AppError('unknown-device')
      const known = asking.get(device.deviceId)
      if (known) return known
      const asked = ask(device.deviceId).finally(() => asking.delete(device.deviceId))
      asking.set(device.deviceId, asked)
      return asked
    },
  }
}
