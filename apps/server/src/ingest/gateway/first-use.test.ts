import { deviceCodePath } from '@fleetglass/contract/devices'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { ADMIN, ADMIN_PASSWORD } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import {
  add,
  connect,
  devices,
  elsewhere,
  recent,
  register,
  server,
  setUpIntroductions,
  show,
  start,
  stop,
  stored,
  TERMINAL,
} from './introductions.fixtures.ts'

setUpIntroductions()

describe('deviceAuthentication first-use, the default', () => {
  const resetCode = (deviceid: string) => {
    const body = { username: ADMIN, password: sha256(ADMIN_PASSWORD), deviceid }
    return callHttp(server, 'DELETE', deviceCodePath, { body })
  }

  it('[H5] from another address no other code takes the place of a device that has shown the code we gave it, nor a registration', async () => {
    await start()
    await add()
    const device = await connect()
    const { code = '' } = await register(device)
    expect(await show(device, code)).toBe(0)
    for (const wrong of ['', TERMINAL, '0123456789ABCDEF']) {
      const newcomer = await elsewhere()
      expect(await show(newcomer, wrong)).toBe(1)
      await newcomer.closed
    }
    const newcomer = await elsewhere()
    const given = await register(newcomer)
    expect(given.result).toBe(0)
    expect(await newcomer.answerTo(newcomer.send(positionMessage(recent())))).toBe(1)
    expect(await show(newcomer, given.code ?? '')).toBe(1)
    await newcomer.closed
    expect(await device.answerTo(device.send(positionMessage(recent())))).toBe(0)
    expect(stored()).toBe(1)
  })

  it('[H5] the device comes back from another address with its code, also after a restart, and from its own it may register again', async () => {
    await start()
    await add()
    const device = await connect()
    const { code = '' } = await register(device)
    await show(device, code)
    await stop()
    await start()
    const newcomer = await elsewhere()
    expect(await newcomer.answerTo(newcomer.send(positionMessage(recent())))).toBe(1)
    expect(await show(newcomer, '1')).toBe(1)
    const moved = await elsewhere()
    expect(await show(moved, code)).toBe(0)
    expect(await moved.answerTo(moved.send(positionMessage(recent())))).toBe(0)
    const again = await elsewhere()
    const next = await register(again)
    expect(await show(again, next.code ?? '')).toBe(0)
    await moved.closed
    const old = await connect()
    expect(await show(old, code)).toBe(1)
  })

  it('[H5] a code that was given before the device was added counts from the first time that it is shown afterwards', async () => {
    await start()
    const device = await connect()
    const { code = '' } = await register(device)
    expect(await show(device, code)).toBe(0)
    await device.close()
    await add()
    const again = await connect()
    expect(await show(again, code)).toBe(0)
    const newcomer = await elsewhere()
    expect(await show(newcomer, TERMINAL)).toBe(1)
    expect(await again.answerTo(again.send(positionMessage(recent())))).toBe(0)
  })

  it('[D12] a code that the device fills with 00 up to a fixed width is the same code', async () => {
    await start()
    await add()
    const device = await connect()
    const { code = '' } = await register(device)
    expect(await show(device, `${code}\0\0\0\0`)).toBe(0)
    const newcomer = await elsewhere()
    expect(await show(newcomer, '\0')).toBe(1)
  })

  it('[H5] after an administrator reset it the device starts again, with whatever code it has', async () => {
    await start()
    await add()
    const device = await connect()
    const { code = '' } = await register(device)
    await show(device, code)
    await device.close()
    expect((await resetCode('13899999999')).body).toMatchObject({ hasError: true })
    expect((await resetCode(TERMINAL)).body).toEqual({ hasError: false, message: '' })
    const replaced = await elsewhere()
    expect(await replaced.answerTo(replaced.send(positionMessage(recent())))).toBe(0)
    const next = await register(replaced)
    expect(await show(replaced, next.code ?? '')).toBe(0)
    const old = await connect()
    expect(await show(old, code)).toBe(1)
  })

  it('[H5] a device that never registers is served as before, whatever code it sends', async () => {
    await start()
    await add()
    const device = await connect()
    expect(await device.answerTo(device.send(positionMessage(recent())))).toBe(0)
    expect(await show(device, 'of another platform')).toBe(0)
    const moved = await elsewhere()
    expect(await show(moved, 'of another platform')).toBe(0)
    expect(await moved.answerTo(moved.send(positionMessage(recent() + 1)))).toBe(0)
    expect(stored()).toBe(2)
  })

  it.each(['first-use', 'code'] as const)(
    '[H5] in %s 0x8100 does not reveal which numbers exist',
    async (deviceAuthentication) => {
      await start({ deviceAuthentication })
      await add()
      const device = await connect()
      const used = await register(device)
      await show(device, used.code ?? '')
      const numbers = [TERMINAL, '13800138001', '13800138002']
      await add('13800138001')
      const answers = []
      for (const number of numbers) {
        const newcomer = await DeviceClient.tcp(server.ports.signalling, number, '2013', '127.0.0.2')
        devices.push(newcomer)
        answers.push(await register(newcomer))
      }
      expect(answers.map(({ result }) => result)).toEqual([0, 0, 0])
      for (const { code } of answers) expect(code).toMatch(/^[0-9A-F]{16}$/)
    },
  )
})
