import { describe, expect, it } from 'vitest'
import { remoteSpeeds } from '../remote-playback/index.ts'
import {
  MAX_STREAM_TILES,
  readStandAlone,
  STAND_ALONE_STREAM_PORT,
  type StandAlonePage,
  standAlonePageOf,
  standAlonePages,
  tilePlaces,
} from './index.ts'

const home = { host: 'fleet.test', hash: (text: string) => `hash of ${text}` }
const whole = { deviceid: '13900000001', user: 'anna', password: 'secret', spbtime: '1790000000' }
const answer = (page: StandAlonePage, query: Record<string, string>) => {
  const given = Object.fromEntries(Object.entries({ ...whole, ...query }).filter(([, value]) => value !== LEFT_OUT))
  return readStandAlone(page, given, home)
}
const read = (page: StandAlonePage, query: Record<string, string>) => {
  const result = answer(page, query)
  return 'wish' in result ? result.wish : null
}
const LEFT_OUT = 'left out'
const without = (page: StandAlonePage, name: string) => read(page, { [name]: LEFT_OUT })

it('[STAND-01] [STAND-08] the first segment of a path names the page, any other one none', () => {
  for (const page of standAlonePages) {
    expect(standAlonePageOf(`/${page}`)).toBe(page)
    expect(standAlonePageOf(`//${page}/deeper/`)).toBe(page)
  }
  for (const path of ['/', '', '/liveview/1', '/Live', '/blockview/live', '/live.html', '/constructor', '/%6Cive']) {
    expect(standAlonePageOf(path)).toBeNull()
  }
})

it('[STAND-13] [STAND-14] [STAND-15] so many channels get 1, 2, 4, 6 or 8 places', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(tilePlaces)).toEqual([1, 2, 4, 4, 6, 6, 8, 8])
  expect(tilePlaces(64)).toBe(MAX_STREAM_TILES)
})

describe('who asks', () => {
  it('[ENT-058] [CONST1-02] [STAND-20] [STAND-19] the stream port is 8900 unless the address has another one', () => {
    expect(STAND_ALONE_STREAM_PORT).toBe(8900)
    expect(read('live', {})?.info).toEqual({
      UserName: 'anna',
      Sha256Pass: 'hash of secret',
      streamIp: 'fleet.test',
      streamPort: 8900,
    })
    const there = read('live', { host: '[::1]', port: '80' })?.info
    expect(there).toMatchObject({ streamIp: '[::1]', streamPort: 80 })
  })

  it('[LOGIN-58] [STAND-21] [STAND-22] a password of 64 characters is the hash, one of 63 or 65 is hashed', () => {
    const passOf = (password: string) => read('live', { password })?.info.Sha256Pass
    const hash = 'a'.repeat(64)
    expect(passOf(hash)).toBe(hash)
    for (const other of [hash.slice(1), `${hash}a`]) expect(passOf(other)).toBe(`hash of ${other}`)
  })
})

describe('what is asked for', () => {
  it('[STAND-23] the parameters have the names of the streams', () => {
    expect(read('remote', { chs: '5', speed: '0', main: '0', duration: '90', spbtime: '17.5' })).toMatchObject({
      deviceId: '13900000001',
      channels: [1, 3],
      startS: 17.5,
      durationS: 90,
      speed: 0,
      main: false,
    })
    expect(read('live', { channel: '12' })).toMatchObject({ channels: [12], main: null, speed: 1 })
  })

  it.each(standAlonePages)('[STAND-17] [STAND-23] %s without device or credentials is a bad address', (page) => {
    for (const name of ['deviceid', 'user', 'password']) expect(without(page, name)).toBeNull()
  })

  it('[STAND-17] [STAND-23] without a time only live view is a good one', () => {
    expect(standAlonePages.filter((page) => without(page, 'spbtime') !== null)).toEqual(['live'])
  })

  it('[STAND-17] what cannot be read makes it a bad one', () => {
    const bad: readonly Record<string, string>[] = [
      { deviceid: '../etc' },
      { deviceid: 'x'.repeat(100_000) },
      { channel: '0' },
      { channel: '256' },
      { chs: '-1' },
      { chs: '9'.repeat(30) },
      { host: 'a.test/path?' },
      { host: 'user@a.test' },
      { host: '' },
      { port: '0' },
      { port: '65536' },
      { port: '8900a' },
      { spbtime: 'yesterday' },
      { spbtime: '-5' },
      { main: '2' },
      { user: '' },
    ]
    for (const query of bad) expect(read('playback', query), JSON.stringify(query).slice(0, 60)).toBeNull()
  })

  it('[STAND-17] names the parameter that makes the address a bad one, and whether it is missing', () => {
    expect(answer('playback', { main: '2' })).toEqual({ bad: { parameter: 'main', fault: 'invalid' } })
    expect(answer('playback', { password: LEFT_OUT })).toEqual({ bad: { parameter: 'password', fault: 'missing' } })
    expect(answer('remote', { spbtime: LEFT_OUT })).toEqual({ bad: { parameter: 'spbtime', fault: 'missing' } })
  })

  it('[STAND-33] speeds are 1, 2, 4, 8 and 0, and no others', () => {
    expect(remoteSpeeds).toEqual([1, 2, 4, 8, 0])
    for (const speed of remoteSpeeds) expect(read('remote', { speed: String(speed) })?.speed).toBe(speed)
    for (const speed of ['3', '16', '-1', '', '1.0']) expect(read('remote', { speed })).toBeNull()
  })
})

describe('for how long', () => {
  const length = (page: StandAlonePage, duration: string) => read(page, { duration })?.durationS

  it.each(['dlplayback', 'dlremote'] as const)(
    '[STAND-29] [STAND-30] [STAND-31] %s: 0 is 60, above 3600 is 3600, up to 5 are minutes',
    (page) => {
      expect(['0', '3601', '5', '1', '6', '3600'].map((asked) => length(page, asked))).toEqual([
        60, 3600, 300, 60, 6, 3600,
      ])
      expect(read(page, {})?.durationS).toBe(60)
    },
  )

  it.each(['playback', 'remote'] as const)('[STAND-32] %s: 1 to 1800, anything else is 60', (page) => {
    expect(['1', '1800', '0', '1801', '-4', 'long', ' ', 'Infinity'].map((asked) => length(page, asked))).toEqual([
      1, 1800, 60, 60, 60, 60, 60, 60,
    ])
    expect(read(page, {})?.durationS).toBe(60)
  })
})
