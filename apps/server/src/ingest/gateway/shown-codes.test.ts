import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { positionMessage } from '../../../test/devices/device-client.ts'
import {
  add,
  connect,
  data,
  online,
  operator,
  recent,
  register,
  row,
  setUpIntroductions,
  show,
  start,
  stop,
  stored,
  TERMINAL,
} from './introductions.fixtures.ts'

setUpIntroductions()

describe('deviceAuthentication code', () => {
  it('a device counts once it has shown the code it was given, also after a restart, when it is kept only as a hash', async () => {
    await start({ deviceAuthentication: 'code' })
    await add()
    const device = await connect()
    expect(await device.answerTo(device.send(positionMessage(recent())))).toBe(1)
    expect(await online()).toBe(false)
    const { result, code = '' } = await register(device)
    expect(result).toBe(0)
    expect(code).toMatch(/^[0-9A-F]{16}$/)
    expect(await show(device, code)).toBe(0)
    expect(await online()).toBe(true)
    expect(await device.answerTo(device.send(positionMessage(recent())))).toBe(0)
    expect(stored()).toBe(1)
    await stop()

    const database = new Database(join(data, 'fleetglass.sqlite'), { readonly: true })
    expect(JSON.stringify(database.prepare('SELECT * FROM device_codes').all())).not.toContain(code)
    database.close()

    await start({ deviceAuthentication: 'code' })
    const again = await connect()
    expect(await show(again, code)).toBe(0)
    expect(await online()).toBe(true)
    await again.next('positionRequest')
  })

  it('rejects a connection that uses the number with a wrong code or registers it again; the good connection goes on', async () => {
    await start({ deviceAuthentication: 'code' })
    await add()
    const good = await connect()
    const { code = '' } = await register(good)
    await show(good, code)
    const bad = await connect()
    const other = await register(bad)
    expect(await show(bad, other.code ?? '')).toBe(1)
    await bad.closed
    const worse = await connect()
    expect(await worse.answerTo(worse.send(positionMessage(recent())))).toBe(1)
    expect(await show(worse, '0123456789ABCDEF')).toBe(1)
    await worse.closed
    expect(await good.answerTo(good.send(positionMessage(recent())))).toBe(0)
    expect(stored()).toBe(1)
    const comesBack = await connect()
    expect(await show(comesBack, code)).toBe(0)
    await good.closed
    expect(await online()).toBe(true)
  })

  it('what unregisters (0x0003) is offline and stores nothing until it has shown a code again, its own or a new one', async () => {
    await start({ deviceAuthentication: 'code' })
    await add()
    const device = await connect()
    const { code = '' } = await register(device)
    await show(device, code)
    const unregister = async () => {
      const bye = { name: 'unknown', messageId: 0x0003, body: { raw: new Uint8Array(0) } } as const
      expect(await device.answerTo(device.send(bye))).toBe(0)
    }
    await unregister()
    expect(await online()).toBe(false)
    expect(await device.answerTo(device.send(positionMessage(recent())))).toBe(1)
    expect(stored()).toBe(0)
    expect(await show(device, code)).toBe(0)
    expect(await online()).toBe(true)
    await unregister()
    const again = await register(device)
    expect(again.result).toBe(0)
    expect(await show(device, again.code ?? '')).toBe(0)
    expect(await device.answerTo(device.send(positionMessage(recent())))).toBe(0)
    expect(stored()).toBe(1)
  })

  it('goes on without its code only so long', async () => {
    await start({ deviceAuthentication: 'code' })
    await add()
    const device = await connect()
    for (let n = 0; n < 80; n++) device.send(positionMessage(recent() + n))
    await device.closed
    expect(stored()).toBe(0)
  })

  it('replaces a code that was not used yet, so that a lost answer locks no device out', async () => {
    await start({ deviceAuthentication: 'code' })
    await add()
    const device = await connect()
    const first = await register(device)
    const second = await register(device)
    expect(second.result).toBe(0)
    expect(await show(device, first.code ?? '')).toBe(1)
    expect(await show(device, second.code ?? '')).toBe(0)
  })

  it('a new device gets a code that counts for nothing; when it is added it comes again, and registers', async () => {
    await start({ deviceAuthentication: 'code' })
    const device = await connect()
    const early = await register(device)
    expect(await show(device, early.code ?? '')).toBe(1)
    expect((await row())[0]).toBe(TERMINAL)
    await add()
    await device.closed
    const again = await connect()
    expect(await show(again, early.code ?? '')).toBe(1)
    expect(await show(again, (await register(again)).code ?? '')).toBe(0)
  })

  it('a device that was removed and added again is given a new code', async () => {
    await start({ deviceAuthentication: 'code' })
    await add()
    const device = await connect()
    const { code = '' } = await register(device)
    await show(device, code)
    expect((await operator.request('D02', { A: TERMINAL })).fields.R).toBe('1')
    await add()
    await device.closed
    const again = await connect()
    expect(await show(again, code)).toBe(1)
    const next = await register(again)
    expect(next.result).toBe(0)
    expect(next.code).not.toBe(code)
    expect(await show(again, next.code ?? '')).toBe(0)
  })
})
