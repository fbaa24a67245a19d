import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accessFlags } from '../../access/index.ts'
import { applyChange, type DeviceSettings, deviceSettingsSchema, fieldFlags, settingsChangeSchema } from './index.ts'

const record: DeviceSettings = {
  channel: 4,
  talkch: 2,
  gpstzenable: 0,
  icon: 0,
  extid: '',
  driver: '',
  driverlicense: '',
  vehicleid: '',
  plate: '',
  maplocation: '',
  streamtype: '1111',
  chmask: '1101',
  recplan: '0000',
  videolossinterval: 0,
  recenable: 1,
  recdays: 0,
  recaudio: 3,
  chnames: 'a,b,c,d',
  chsort: '4,1',
  maxnetflow: 0,
  netlimit: 0,
  eventdays: 0,
}

describe('the record of a device', () => {
  it('each field has a flag of the server-side settings', () => {
    expect(Object.keys(fieldFlags).sort()).toEqual(Object.keys(deviceSettingsSchema.shape).sort())
    for (const flag of Object.values(fieldFlags)) {
      expect(accessFlags).toContain(flag)
      expect(flag.startsWith('F_lmdvrs_')).toBe(true)
    }
  })

  it('lengths count characters, not their parts', () => {
    const fits = (change: object) => settingsChangeSchema.safeParse(change).success
    expect(fits({ driver: '𠮷'.repeat(31) })).toBe(true)
    expect(fits({ driver: '𠮷'.repeat(32) })).toBe(false)
    expect(fits({ chnames: `${'é'.repeat(12)},b` })).toBe(true)
  })

  it('places are empty or two numbers on the globe', () => {
    for (const good of ['', '24.5,120', '-90,-180', ' 1 , 2 ']) {
      expect(settingsChangeSchema.safeParse({ maplocation: good }).success).toBe(true)
    }
    for (const bad of ['1', '1,2,3', '90.1,0', '0,180.1', '1e3,0', 'NaN,0', `0.${'0'.repeat(63)},0`]) {
      expect(settingsChangeSchema.safeParse({ maplocation: bad }).success).toBe(false)
    }
  })

  it('whatever change is taken, the record fits together', () => {
    const change = fc.record(
      {
        channel: fc.integer({ min: 1, max: 64 }),
        talkch: fc.integer({ min: 1, max: 64 }),
        chmask: fc.stringMatching(/^[01]{1,8}$/),
        chnames: fc.stringMatching(/^[a-c,]{0,12}$/),
        chsort: fc.constantFrom('', '1', '2,1', '1,1', '8'),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(change, (wanted) => {
        const result = applyChange(record, wanted)
        if (!result.ok) return
        const { channel, chmask, recplan, streamtype, talkch, chnames } = result.value
        for (const flags of [chmask, recplan, streamtype]) expect(flags).toHaveLength(channel)
        expect(talkch).toBeLessThanOrEqual(channel)
        expect(chnames.split(',').length).toBeLessThanOrEqual(channel)
        expect(result.value).toMatchObject(wanted)
        expect(deviceSettingsSchema.safeParse(result.value).success).toBe(true)
      }),
    )
  })
})
