import { ByteWriter, gbkDecode, gbkEncode } from '@fleetglass/bytes'
import { fleetglassFamily, joinItems, SETTING_NAMES, textItems } from '@fleetglass/jt808'
import { afterEach, describe, expect, it } from 'vitest'
import { Platform } from '../../test/platform.ts'
import { type Fleet, startFleet } from '../fleet.ts'
import type { FleetOptions } from '../options.ts'

const ID = '13800138001'

describe('settings of a simulated terminal', () => {
  let platform: Platform
  let fleet: Fleet

  afterEach(async () => {
    await fleet.close()
    await platform.close()
  })

  async function startOnline(options: Partial<FleetOptions> = {}) {
    platform = await Platform.start()
    fleet = await startFleet({ host: '127.0.0.1', signallingPort: platform.port, ...options })
    await platform.until('it is online', () => fleet.devices[0]!.state === 'online')
    return fleet.devices[0]!
  }

  async function onDone(ids?: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
    const before = platform.bodies('parameters').length
    const message = ids === undefined ? 'parametersRequest' : 'someParametersRequest'
    platform.send(ID, { name: message, body: ids === undefined ? {} : { ids } } as never)
    await platform.until('it reported', () => platform.bodies('parameters').length > before)
    return joinItems(platform.bodies('parameters').at(-1)!.parameters)
  }

  const set = (id: number, text: string) =>
    platform.send(ID, { name: 'parameterSetting', body: { parameters: textItems(id, text) ?? [] } })

  it('[RDEV-108] lists what it supports in 0xF000, and a device without cameras supports less', async () => {
    await startOnline()
    const all = await onDone()
    expect(gbkDecode(all.get(0xf000)!).split(',')).toEqual(SETTING_NAMES)
    for (const place of Object.values(fleetglassFamily.settings))
      expect(all.has('id' in place ? place.id : 0x75)).toBe(true)
    set(0xf000, 'nothing')
    await platform.until('it answered', () => platform.results(0x8103).length === 1)
    expect(platform.results(0x8103)).toEqual([2])
    await fleet.close()
    await platform.close()
    await startOnline({ channels: 0 })
    const few = gbkDecode((await onDone([0xf000])).get(0xf000)!).split(',')
    expect(few).toContain('sys_spdlimit')
    expect(few).not.toContain('cam_rec')
  })

  it('[RDEV-107] stores a text of several items and reports it in several', async () => {
    await startOnline()
    const long = 'ABCdef0123456789,'.repeat(60)
    set(0xf001, long)
    await platform.until('it answered', () => platform.results(0x8103).length === 1)
    expect(gbkDecode((await onDone([0xf001])).get(0xf001)!)).toBe(long)
    const items = platform.bodies('parameters').at(-1)!.parameters
    expect(items.map(({ value }) => value.length)).toEqual([250, 250, 250, 250, 20])
  })

  it('[RDEV-110] has its port in the address by the 2019 edition, and beside it before', async () => {
    for (const generation of ['2013', '2019'] as const) {
      await startOnline({ generation })
      const { port } = platform
      const stored = await onDone([0x13, 0x18])
      const expected =
        generation === '2019'
          ? new Map([[0x13, gbkEncode(`127.0.0.1:${port}`)]])
          : new Map([
              [0x13, gbkEncode('127.0.0.1')],
              [0x18, new ByteWriter(4).u32(port).finish()],
            ])
      expect([...stored].map(([id, value]) => [id, [...value]])).toEqual(
        [...expected].map(([id, value]) => [id, [...value]]),
      )
      if (generation === '2013') {
        await fleet.close()
        await platform.close()
      }
    }
  })

  it('refuses the chosen settings, is silent, loses its link, and stores nothing in these cases', async () => {
    const device = await startOnline()
    const before = device.parameters.text(0xf002)
    device.setFault('refusedSettings', 'preosd_text,preosd_driver')
    set(0xf002, 'Refused')
    await platform.until('it refused', () => platform.results(0x8103).length === 1)
    expect(platform.results(0x8103)).toEqual([1])
    device.setFault('refusedSettings', '')
    device.setFault('silentSettings', 'preosd_driver')
    set(0xf002, 'Silent')
    set(0xf003, '0')
    await platform.until('it answered the other one', () => platform.results(0x8103).length === 2)
    device.setFault('silentSettings', '')
    device.setFault('cutsAtSetting', true)
    set(0xf002, 'Cut')
    await platform.until('it has lost its link', () => device.state !== 'online')
    expect(device.parameters.text(0xf002)).toBe(before)
    expect(device.parameters.text(0xf003)).toBe('0')
  })

  it('has no 0x8106 by the 2011 edition', async () => {
    await startOnline({ generation: '2011' })
    platform.send(ID, { name: 'someParametersRequest', body: { ids: [1] } })
    await platform.until('it answered', () => platform.results(0x8106).length === 1)
    expect(platform.results(0x8106)).toEqual([3])
    expect((await onDone()).has(1)).toBe(true)
  })
})
