import type { CommandResult } from './device-command.schema.ts'

/** What 0x0001 says. */
const reasons: Readonly<Record<number, string>> = {
  1: 'it failed',
  2: 'it could not read the command',
  3: 'it cannot do that',
}

/** Why a command was not done, for the person who asked; `null` when it was. */
export function commandFailure(result: CommandResult): string | null {
  switch (result.kind) {
    case 'answered':
      return null
    case 'refused':
      return `the device refused: ${reasons[result.result] ?? `result ${result.result}`}`
    case 'offline':
      return 'the device is offline'
    case 'unreadable':
      return 'The device answered, but not readably'
    case 'timeout':
      return 'the device did not answer in time'
  }
}
