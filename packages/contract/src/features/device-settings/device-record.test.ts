import { describe, expect, it } from 'vitest'
import { audioOfChannel, monthLimitBytes, parseAudioMode } from '../devices/index.ts'
import {
  CHANNEL_COUNTS,
  changedFields,
  deviceSettingsSchema,
  EVENT_DAYS,
  hasRecordPlan,
  hasStorageDays,
  KB_PER_MB,
  type SettingField,
  STORAGE_DAYS,
  settingsAnswerSchema,
  settingsChangeSchema,
} from './index.ts'

const takes = (field: SettingField, value: unknown): boolean =>
  settingsChangeSchema.safeParse({ [field]: value }).success
const all = (field: SettingField, values: readonly unknown[]): boolean[] => values.map((value) => takes(field, value))
const yes = (count: number): boolean[] => Array.from({ length: count }, () => true)
const no = (count: number): boolean[] => Array.from({ length: count }, () => false)

describe('fields of the record', () => {
  it('[SDEV-16] the basic fields are deviceid, channel, talkch, gpstzenable and icon', () => {
    const basic = ['channel', 'talkch', 'gpstzenable', 'icon'] as const
    expect(Object.keys(deviceSettingsSchema.shape)).toEqual(expect.arrayContaining([...basic]))
    expect(Object.keys(settingsAnswerSchema.shape)).toContain('deviceid')
    expect(all('gpstzenable', [0, 1, 2, '1'])).toEqual([true, true, false, false])
    expect(all('icon', [0, 8, 9, -1])).toEqual([true, true, false, false])
    expect(all('channel', [1, 64, 0, 65, 1.5])).toEqual([true, true, false, false, false])
  })

  it('[SDEV-17] an editor offers 1, 2, 3, 4, 8, 12, 16, 20, 36 and 64 channels, each of which is taken', () => {
    expect([...CHANNEL_COUNTS]).toEqual([1, 2, 3, 4, 8, 12, 16, 20, 36, 64])
    expect(all('channel', CHANNEL_COUNTS)).toEqual(yes(10))
  })

  it('[SDEV-18] [SDEV-19] [SDEV-20] [SDEV-48] extid, driver and vehicleid have at most 31 characters', () => {
    for (const field of ['extid', 'driver', 'vehicleid'] as const) {
      expect(all(field, ['', 'x'.repeat(31), '𠮷'.repeat(31)])).toEqual(yes(3))
      expect(all(field, ['x'.repeat(32), '𠮷'.repeat(32), 7])).toEqual(no(3))
    }
  })

  it('[SDEV-21] [SDEV-54] maplocation is empty or "lat,lng" on the earth, at most 63 characters', () => {
    expect(all('maplocation', ['', '24.08,120.54', '-90,180'])).toEqual(yes(3))
    expect(all('maplocation', ['24', '90.1,0', '0,-180.1', '1e1,2', 'x,y', `0.${'0'.repeat(62)},1`])).toEqual(no(6))
  })

  it('[SDEV-22] [SDEV-23] [SDEV-24] [REC-04] streamtype, chmask and recplan are strings of 0 and 1', () => {
    for (const field of ['streamtype', 'chmask', 'recplan'] as const) {
      expect(all(field, ['0', '1101', '1'.repeat(64)])).toEqual(yes(3))
      expect(all(field, ['', '12', '1 0', 11, '1'.repeat(65)])).toEqual(no(5))
    }
  })

  it('[SDEV-25] videolossinterval is a number of seconds', () => {
    expect(all('videolossinterval', [0, 30, 86_400, -1, 0.5, '30', 86_401])).toEqual([...yes(3), ...no(4)])
  })

  it('[SDEV-26] [REC-05] recenable is -1, 0, 1 or 2', () => {
    expect(all('recenable', [-1, 0, 1, 2, -2, 3, '1'])).toEqual([...yes(4), ...no(3)])
  })

  it('[SDEV-27] [SDEV-28] recdays is 0, the default, or typed above 0 and below 30000', () => {
    expect(all('recdays', [0, 1, 29_999, -1, 30_000, 1.5])).toEqual([...yes(3), ...no(3)])
  })

  it('[SDEV-29] [REC-06] recaudio is -1 to 3: which sound is played, and which of it is recorded', () => {
    expect(all('recaudio', [-1, 0, 1, 2, 3, -2, 4])).toEqual([...yes(5), ...no(2)])
    const sounds = [-1, 0, 1, 2, 3].map((recaudio) =>
      [2, 1].map((channel) => audioOfChannel(parseAudioMode(recaudio), 2, channel)),
    )
    expect(sounds).toEqual([
      ['off', 'off'],
      ['live', 'off'],
      ['recorded', 'off'],
      ['live', 'live'],
      ['recorded', 'recorded'],
    ])
  })

  it('[SDEV-30] [SDEV-31] [SDEV-32] chnames are names between commas of at most 12 characters: a comma in one would be two', () => {
    expect(all('chnames', ['', 'Road,Driver', 'twelve chars,'])).toEqual(yes(3))
    expect(all('chnames', ['thirteen char', 'a,thirteen chars', ','.repeat(64)])).toEqual(no(3))
    expect(settingsChangeSchema.parse({ chnames: 'left,right' }).chnames?.split(',')).toHaveLength(2)
  })

  it('[SDEV-33] chsort is a list of channel numbers between commas', () => {
    expect(all('chsort', ['', '1', '3,1,2', '0', '1,,2', '1, 2', 'a', '100'])).toEqual([...yes(3), ...no(5)])
  })

  const limit = (netlimit: number, maxnetflow: number) =>
    monthLimitBytes({ trafficLimit: { enforced: netlimit === 1, kbPerMonth: maxnetflow } })

  it('[SDEV-34] [REC-08] the limit is in whole KB', () => {
    expect(all('maxnetflow', [0, 1, 1e12, -1, 0.5])).toEqual([...yes(3), ...no(2)])
    expect(limit(1, 3)).toBe(3 * 1024)
  })

  it('[SDEV-36] [REC-07] the flag of the limit is 0 or 1', () => {
    expect(all('netlimit', [0, 1, 2, -1])).toEqual([...yes(2), ...no(2)])
  })

  it('[SDEV-47] [REC-13] a limit of 0 is unlimited, and a limit counts with its flag only; a MB has 1024 KB', () => {
    expect(KB_PER_MB).toBe(1024)
    expect([limit(1, 1), limit(0, 1), limit(1, 0)]).toEqual([1024, null, null])
  })

  it('[SDEV-37] [SDEV-43] [SDEV-42] eventdays is 0, the default; unchecked defaults begin with 365 and 7 days', () => {
    expect(all('eventdays', [0, 365, 29_999, -1, 30_000])).toEqual([...yes(3), ...no(2)])
    expect([EVENT_DAYS, STORAGE_DAYS]).toEqual([365, 7])
  })

  it('[SDEV-38] [SDEV-39] storage days belong to recenable 1 and 2, the plan to 2', () => {
    const values = [-1, 0, 1, 2] as const
    expect(values.map((recenable) => hasStorageDays({ recenable }))).toEqual([false, false, true, true])
    expect(values.map((recenable) => hasRecordPlan({ recenable }))).toEqual([false, false, false, true])
  })

  it('[SDEV-07] what differs from what was loaded is what is sent', () => {
    const loaded = { driver: 'Lin', recdays: 0, chmask: '11' }
    expect(changedFields(loaded, { ...loaded, recdays: 7 })).toEqual({ recdays: 7 })
    expect(changedFields(loaded, loaded)).toEqual({})
  })
})
