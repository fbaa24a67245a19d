// Belongs here: asking a device for parameters and setting them, by JT/T 808. Does not: what they mean.

import { AppError } from '@fleetglass/contract/errors'
import { joinItems, type Parameter } from '@fleetglass/jt808'
import {
  type CommandResult,
  commandFailure,
  type DeviceCommand,
  type DeviceCommands,
} from '../../ports/commands/index.ts'
import type { ParameterValues } from './stored-settings.ts'

/** RDEV-106: how long a device may take for each message. */
export const ANSWER_MS = 10_000
/** Result of 0x0001: the terminal does not know the message. */
const UNSUPPORTED = 3

/** What came of one message; of those that read, with what was read. */
export type Reported<Value> =
  | { readonly kind: 'reported'; readonly value: Value }
  | { readonly kind: 'refused' | 'noAnswer' | 'unreadable'; readonly error: AppError }

export interface DeviceParameters {
  /** 0x8104. */
  readAll(deviceId: string): Promise<Reported<ParameterValues>>
  /** 0x8106, or 0x8104 where the device has none (it came with the 2013 edition). What was not asked for is not taken. */
  read(deviceId: string, ids: readonly number[]): Promise<Reported<ParameterValues>>
  /** 0x8103. */
  write(deviceId: string, items: readonly Parameter[]): Promise<Reported<null>>
}

export function createDeviceParameters({ commands }: { readonly commands: DeviceCommands }): DeviceParameters {
  const ask = (deviceId: string, command: DeviceCommand): Promise<CommandResult> =>
    commands.send(deviceId, command, { timeoutMs: ANSWER_MS })
  const readAll = async (deviceId: string): Promise<Reported<ParameterValues>> =>
    reportedParameters(await ask(deviceId, { name: 'readAllParameters' }), null)
  return {
    readAll,
    async read(deviceId, ids) {
      const some = await ask(deviceId, { name: 'readParameters', ids })
      if (some.kind !== 'refused' || some.result !== UNSUPPORTED) return reportedParameters(some, ids)
      return onlyAsked(await readAll(deviceId), ids)
    },
    async write(deviceId, items) {
      const result = await ask(deviceId, { name: 'writeParameters', parameters: items })
      return result.kind === 'answered' ? { kind: 'reported', value: null } : failed(result)
    },
  }
}

function reportedParameters(result: CommandResult, ids: readonly number[] | null): Reported<ParameterValues> {
  if (result.kind !== 'answered') return failed(result)
  const { answer } = result
  if (answer.name !== 'parameters') return { kind: 'refused', error: new AppError('device-unreadable') }
  const received: Reported<ParameterValues> = { kind: 'reported', value: joinItems(answer.parameters) }
  return ids === null ? received : onlyAsked(received, ids)
}

/** A device may answer with what no client requested, or with an older answer: that is no answer to this. */
function onlyAsked(received: Reported<ParameterValues>, ids: readonly number[]): Reported<ParameterValues> {
  if (received.kind !== 'reported') return received
  const asked = new Map([...received.value].filter(([id]) => ids.includes(id)))
  if (asked.size > 0) return { kind: 'reported', value: asked }
  return { kind: 'refused', error: new AppError('settings-not-reported') }
}

function failed(result: Exclude<CommandResult, { kind: 'answered' }>): Reported<never> {
  const isAnswer = result.kind === 'refused' || result.kind === 'unreadable'
  return { kind: isAnswer ? result.kind : 'noAnswer', error: commandFailure(result) }
}
