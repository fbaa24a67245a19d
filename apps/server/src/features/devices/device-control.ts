// Belongs here: what an administrator has done to a device. Does not: how a command travels (ingest/gateway).

import { type ControlCommand, type ControlWord, type SecondsRange, wordText } from '@fleetglass/contract/devices'
import { AppError } from '@fleetglass/contract/errors'
import { CONTROL_WORDS, DRIVING_WORDS, isStandardWord } from '@fleetglass/jt808'
import { commandFailure, type DeviceCommands } from '../../ports/commands/index.ts'
import type { DeviceModel, DeviceModels } from '../../services/device-identity/index.ts'
import type { Account, RegisteredDevice, Visibility } from '../../services/directory/index.ts'
import { PartlyDeleted, type Retention } from '../../services/retention/index.ts'

/** A card of some hundred gigabytes is formatted before the device answers. */
const FORMAT_MS = 25_000

export interface DeviceControl {
  /** What would be sent. Throws where no word is known for the device's model (SDEV-53). */
  word(account: Account, deviceId: string, command: ControlCommand): ControlWord
  /**
   * Resolves when the device has confirmed. Throws when it does not, is not there for this account, has no word for
   * the command, or has another one than the user confirmed.
   */
  command(account: Account, deviceId: string, command: ControlCommand, confirmed: number | null): Promise<void>
  /** Resolves when the recordings on the server are gone: those that reach into the range, or all. */
  deleteRecordings(account: Account, deviceId: string, range: SecondsRange | null): Promise<void>
}

export function createDeviceControl(deps: {
  readonly visibility: Visibility
  readonly commands: DeviceCommands
  readonly retention: Pick<Retention, 'deleteRecordings'>
  readonly models: DeviceModels
}): DeviceControl {
  const find = (account: Account, deviceId: string): RegisteredDevice => {
    const device = deps.visibility.device(account, deviceId)
    if (device === undefined) throw new AppError('unknown-device')
    return device
  }
  return {
    word(account, deviceId, command) {
      const word = wordOf(command, deps.models.of(find(account, deviceId).key))
      return { word, standard: isStandardWord(word), elsewhere: elsewhereOf(word) }
    },
    async command(account, deviceId, command, confirmed) {
      const device = find(account, deviceId)
      const word = wordOf(command, deps.models.of(device.key))
      if (confirmed !== null && confirmed !== word) {
        throw new AppError('command-word-changed', { word: wordText(word), confirmed: wordText(confirmed) })
      }
      const options = command === 'format' ? { timeoutMs: FORMAT_MS } : {}
      const result = await deps.commands.send(device.deviceId, { name: 'control', word }, options)
      if (result.kind !== 'answered') throw commandFailure(result)
    },
    async deleteRecordings(account, deviceId, range) {
      const { key } = find(account, deviceId)
      // Both ends of a range of seconds are included.
      const inMs = range && { startMs: range.startS * 1000, endMs: (range.endS + 1) * 1000 }
      await deps.retention.deleteRecordings(key, inMs).catch((error: unknown) => {
        if (!(error instanceof PartlyDeleted)) throw error
        throw new AppError('partly-deleted', { count: error.removed })
      })
    },
  }
}

/** Only the card needs a word of the maker's: the standard has none for it, and makers use the same words for driving. */
function wordOf(command: ControlCommand, { maker, model, formatCard }: DeviceModel): number {
  if (command === 'reboot') return CONTROL_WORDS.restart
  if (command === 'restore') return CONTROL_WORDS.factorySettings
  if (formatCard !== null) return formatCard
  if (model === '') throw new AppError('device-model-unknown')
  const named = maker === '' ? `"${model}"` : `"${model}" of "${maker}"`
  throw new AppError('format-command-unknown', { model: named })
}

function elsewhereOf(word: number): ControlWord['elsewhere'] {
  const use = DRIVING_WORDS.get(word)
  if (use === undefined) return null
  return use === 'cuts' ? 'cutsPower' : 'restoresPower'
}
