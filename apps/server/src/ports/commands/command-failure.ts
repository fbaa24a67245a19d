import { AppError } from '@fleetglass/contract/errors'
import type { CommandResult } from './device-command.schema.ts'

/** Why a command was not done. */
export function commandFailure(result: Exclude<CommandResult, { kind: 'answered' }>): AppError {
  switch (result.kind) {
    case 'refused':
      return failure(result.result)
    case 'offline':
      return new AppError('device-offline')
    case 'unreadable':
      return new AppError('device-unreadable')
    case 'timeout':
      return new AppError('device-timeout')
  }
}

/** What 0x0001 reports. */
function failure(result: number): AppError {
  switch (result) {
    case 1:
      return new AppError('device-failed')
    case 2:
      return new AppError('device-misread')
    case 3:
      return new AppError('device-unsupported')
    default:
      return new AppError('device-refused', { result })
  }
}
