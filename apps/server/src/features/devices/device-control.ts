// Belongs here: what an administrator has done to a device. Does not: how a command travels (engines/gateway).

import type { SecondsRange } from '@fleetglass/contract/devices'
import { failureTexts } from '@fleetglass/contract/envelope'
import { commandFailure, type DeviceCommands } from '../../engines/gateway/index.ts'
import { PartlyDeleted, type Recorder } from '../../engines/recorder/index.ts'
import type { RegisteredDevice } from '../../engines/registry/index.ts'
import type { Visibility } from '../../engines/visibility/index.ts'
import type { Account } from '../../platform/account/index.ts'
import { refused } from '../../platform/refusal/index.ts'

/** Command words of 0x8105 (SDEV-53): restart, factory settings, and the makers' own for the card. */
const WORDS = { reboot: 4, restore: 5, format: 0xf1 } as const

/** A card of some hundred gigabytes is formatted before the device answers. */
const FORMAT_MS = 25_000

export type ControlWord = keyof typeof WORDS

export interface DeviceControl {
  /** Resolves when the device has confirmed. Throws a refusal when it does not, or is not there for this account. */
  command(account: Account, deviceId: string, word: ControlWord): Promise<void>
  /** Resolves when the recordings on the server are gone: those that reach into the range, or all. */
  deleteRecordings(account: Account, deviceId: string, range: SecondsRange | null): Promise<void>
}

export function createDeviceControl(deps: {
  readonly visibility: Visibility
  readonly commands: DeviceCommands
  readonly recorder: Pick<Recorder, 'deleteRecordings'>
}): DeviceControl {
  const find = (account: Account, deviceId: string): RegisteredDevice => {
    const device = deps.visibility.device(account, deviceId)
    if (device === undefined) throw refused(failureTexts.unknownDevice)
    return device
  }
  return {
    async command(account, deviceId, word) {
      const device = find(account, deviceId)
      const message = { name: 'terminalControl', body: { command: WORDS[word], parameters: '' } } as const
      const options = word === 'format' ? { timeoutMs: FORMAT_MS } : {}
      const failure = commandFailure(await deps.commands.send(device.deviceId, message, options))
      if (failure !== null) throw refused(failure)
    },
    async deleteRecordings(account, deviceId, range) {
      const { key } = find(account, deviceId)
      // Both ends of a range of seconds are included.
      const inMs = range && { startMs: range.startS * 1000, endMs: (range.endS + 1) * 1000 }
      await deps.recorder.deleteRecordings(key, inMs).catch((error: unknown) => {
        if (!(error instanceof PartlyDeleted)) throw error
        throw refused(`only a part was deleted: ${error.removed} files are gone, the others could not be removed`)
      })
    },
  }
}
