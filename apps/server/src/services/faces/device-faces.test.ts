import { createHash } from 'node:crypto'
import { FaceResult } from '@fleetglass/jt808'
import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { createLog } from '../../platform/log/index.ts'
import type { DeviceCommand, DeviceCommands } from '../../ports/commands/index.ts'
import { createDeviceFaces } from './index.ts'

type Request = Extract<DeviceCommand, { name: 'face' }>['request']

/** A device of three slots whose memory fails at the photo of one of them. */
function deviceThatFailsAt(broken: number) {
  const times = [0, 0, 0]
  const md5s = new Map<number, string>()
  const answerOf = (request: Request): object => {
    if (request.name === 'summary') return { name: 'summary', timesS: [...times] }
    if (request.name === 'write') {
      times[request.slot - 1] = 1
      md5s.set(request.slot, request.photo?.md5 ?? '')
    } else if (request.name === 'piece' && request.slot === broken)
      return { name: 'failed', result: FaceResult.differs }
    else if (request.name === 'remove') times[request.slot - 1] = 0
    else if (request.name === 'read') {
      const photo = { bytes: 3, md5: md5s.get(request.slot) }
      return { name: 'read', timeS: 1, idcard: 'A-1', person: 'Lin', photo }
    }
    return { name: request.name }
  }
  const commands = {
    send: async (_deviceId: string, { request }: Extract<DeviceCommand, { name: 'face' }>) => ({
      kind: 'answered',
      answer: { name: 'face', answer: answerOf(request) },
    }),
  } as unknown as DeviceCommands
  return { times, faces: createDeviceFaces({ clock: createManualClock(), log: createLog('silent'), commands }) }
}

it('a face whose second photo fails leaves no photo on the device, and its slots free', async () => {
  const { times, faces } = deviceThatFailsAt(2)
  const photos = [1, 2, 3].map((value) => Uint8Array.of(value, value, value))
  const texts = { idcard: 'A-1', name: 'Lin' }
  await expect(faces.add('van', texts, photos)).rejects.toMatchObject({ code: 'face-slot-differs' })
  expect(times).toEqual([0, 0, 0])
  const [set] = await faces.add('van', texts, photos.slice(0, 1))
  expect(set).toMatchObject({ index: 1, md5: createHash('md5').update(photos[0]!).digest('hex') })
})
