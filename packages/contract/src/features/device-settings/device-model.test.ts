import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { audioOfChannel, type DeviceRecord } from '../devices/index.ts'
import { type DeviceSettings, deviceSettingsSchema, parseSettings, printSettings } from './index.ts'

const text = fc.string({ maxLength: 31 })
const flags = (length: number) =>
  fc.array(fc.constantFrom('0', '1'), { minLength: length, maxLength: length }).map((bits) => bits.join(''))

/** Records whose parts fit the number of channels, as `applyChange` leaves them. */
const records: fc.Arbitrary<DeviceSettings> = fc.integer({ min: 1, max: 64 }).chain((channel) =>
  fc.record({
    chmask: flags(channel),
    recplan: flags(channel),
    streamtype: flags(channel),
    recdays: fc.nat(29_999),
    driver: text,
    vehicleid: text,
    plate: text,
    extid: text,
    icon: fc.nat(8),
    chnames: fc.array(fc.stringMatching(/^[^,]{0,12}$/), { maxLength: channel }).map((names) => names.join(',')),
    chsort: fc.uniqueArray(fc.integer({ min: 1, max: channel })).map((order) => order.join(',')),
    talkch: fc.integer({ min: 1, max: channel }),
    maplocation: fc.constantFrom('', '24.08,120.540', ' 1 , -2.50'),
    driverlicense: text,
    gpstzenable: fc.nat(1),
    videolossinterval: fc.nat(86_400),
    recaudio: fc.integer({ min: -1, max: 3 }),
    maxnetflow: fc.nat(1e9),
    netlimit: fc.nat(1),
    eventdays: fc.nat(29_999),
    recenable: fc.constantFrom(-1, 0, 1, 2),
    channel: fc.constant(channel),
  }),
)

describe('the device model and its spelling', () => {
  it('a record that is parsed and printed is the same text, in the same order of its fields', () => {
    fc.assert(
      fc.property(records, (record) => {
        expect(JSON.stringify(printSettings(parseSettings(record)))).toBe(JSON.stringify(record))
      }),
    )
  })

  it('a device that is printed and parsed is the same device', () => {
    fc.assert(
      fc.property(records, (record) => {
        const device = parseSettings(record)
        expect(parseSettings(deviceSettingsSchema.parse(printSettings(device)))).toEqual(device)
      }),
    )
  })

  it('[SDEV-29] [REC-06] the sound of each channel follows from the mode and the talk channel', () => {
    fc.assert(
      fc.property(records, (record) => {
        const { audio, talkChannel, channels }: DeviceRecord = parseSettings(record)
        for (const channel of channels) expect(channel.audio).toBe(audioOfChannel(audio, talkChannel, channel.number))
      }),
    )
  })

  it('[SDEV-30] [SDEV-33] distinguishes a channel with an empty name from one without, and keeps the order of display', () => {
    const record = { ...fc.sample(records, 1)[0], channel: 4, chmask: '1101', recplan: '0001', streamtype: '1000' }
    const device = parseSettings({ ...record, chnames: 'Road,,', chsort: '4,2', talkch: 1 } as DeviceSettings)
    expect(device.channels.map(({ name }) => name)).toEqual(['Road', '', '', null])
    expect(device.channels.map(({ enabled }) => enabled)).toEqual([true, true, false, true])
    expect(device.channels.map(({ record: isPlanned }) => isPlanned)).toEqual([false, false, false, true])
    expect(device.channels.map(({ stream }) => stream)).toEqual(['main', 'sub', 'sub', 'sub'])
    expect(device.channelOrder).toEqual([4, 2])
  })
})
