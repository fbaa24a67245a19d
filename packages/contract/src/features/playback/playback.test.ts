import { describe, expect, it } from 'vitest'
import {
  decodeRecordedDays,
  decodeRecordedMinutes,
  encodeRecordedDays,
  encodeRecordedMinutes,
  isPlaybackSpeed,
  playbackSpeeds,
  playsSound,
  readDayStarts,
  readMinuteFlags,
  sendsKeyFramesOnly,
  writeDayStarts,
} from './index.ts'

describe('recordings on the main channel', () => {
  it('[VCP-057] [VCP-059] a request for the minutes of a day carries device and begin', () => {
    const asked = { deviceId: '13800138000', beginS: 1_790_000_000 }
    expect(encodeRecordedMinutes(asked)).toEqual({ A: '13800138000', B: '1790000000' })
    expect(decodeRecordedMinutes(encodeRecordedMinutes(asked))).toEqual(asked)
    expect(decodeRecordedMinutes({ A: 'x', B: 'today' })).toBeNull()
    expect(decodeRecordedMinutes({ A: 'x' })).toBeNull()
  })

  it('[VCP-058] the flags of a day are 1440 characters, nothing else is read', () => {
    expect(readMinuteFlags(`1${'0'.repeat(1439)}`)?.indexOf(true)).toBe(0)
    expect(readMinuteFlags('1'.repeat(1439))).toBeNull()
    expect(readMinuteFlags('2'.repeat(1440))).toBeNull()
  })

  it('[VCP-062] [VCP-063] [VCP-064] the days are lower-case hex between commas', () => {
    const everybody = { deviceId: null, utcOffsetS: -28_800, onlyRecorded: false }
    const oneOnly = { deviceId: 'bus', utcOffsetS: 3600, onlyRecorded: true }
    for (const asked of [everybody, oneOnly]) expect(decodeRecordedDays(encodeRecordedDays(asked))).toEqual(asked)
    expect(encodeRecordedDays(everybody)).toEqual({ T: '-28800' })
    expect(decodeRecordedDays({ A: 'bus', T: '3600' })).toEqual({ ...oneOnly, onlyRecorded: false })
    expect(decodeRecordedDays({ T: '3600', K: 'snow' })).toBeNull()
    expect(decodeRecordedDays({ T: '99999' })).toBeNull()
    expect(writeDayStarts([1_789_948_800, 1_790_035_200])).toBe('6ab07380,6ab1c500')
    expect(readDayStarts('6ab07380,6ab1c500')).toEqual([1_789_948_800, 1_790_035_200])
    expect(readDayStarts('')).toEqual([])
    expect(readDayStarts('6ab07380,,')).toBeNull()
  })
})

describe('speeds', () => {
  it('[LOPB-19] are eight', () => {
    expect(playbackSpeeds).toEqual([0, 0.2, 0.5, 1, 2, 4, 8, 16])
    expect(isPlaybackSpeed(3)).toBe(false)
  })

  it('[LOPB-45] sound at 1 only, key frames only at 8 and 16', () => {
    expect(playbackSpeeds.filter(playsSound)).toEqual([1])
    expect(playbackSpeeds.filter(sendsKeyFramesOnly)).toEqual([8, 16])
  })
})
