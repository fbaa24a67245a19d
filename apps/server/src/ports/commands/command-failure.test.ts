import { expect, it } from 'vitest'
import { errorCode } from '../../../test/failures.ts'
import { commandFailure } from './command-failure.ts'

it.each([
  [{ kind: 'offline' }, errorCode('device-offline')],
  [{ kind: 'timeout' }, errorCode('device-timeout')],
  [{ kind: 'unreadable' }, errorCode('device-unreadable')],
  [{ kind: 'refused', result: 1 }, errorCode('device-failed')],
  [{ kind: 'refused', result: 2 }, errorCode('device-misread')],
  [{ kind: 'refused', result: 3 }, errorCode('device-unsupported')],
  [{ kind: 'refused', result: 9 }, errorCode('device-refused')],
] as const)('%j is distinguished from every other failure of a command', (result, code) => {
  expect(commandFailure(result)).toMatchObject({ code, kind: 'unavailable' })
})
