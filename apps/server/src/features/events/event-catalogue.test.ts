import { eventDefinitionsPath } from '@fleetglass/contract/event-profiles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const headers = { authorization: `Basic ${Buffer.from(`${ADMIN}:${sha256(ADMIN_PASSWORD)}`).toString('base64')}` }
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)

describe('the names of events that the server reports', () => {
  let server: TestServer
  let names: ReadonlyMap<number, string>

  beforeAll(async () => {
    server = await startTestServer()
    const { text } = await callHttp(server, 'GET', eventDefinitionsPath, { headers })
    const rows = JSON.parse(text) as { definename: string; eventtype: number; eventname: string }[]
    names = new Map(rows.map(({ eventtype, eventname }) => [eventtype, eventname]))
    expect(names.size).toBe(rows.length)
    expect(new Set(rows.map(({ definename }) => definename))).toEqual(new Set(['GLOBAL']))
  })
  afterAll(() => server.close())

  it.each<[string, Readonly<Record<number, string>>]>([
    [
      '[EVTS-31] [EVTS-58] the eight inputs are 6 to 13, each with its label',
      { 6: 'GPIO 0', 7: 'GPIO 1', 8: 'GPIO 2', 9: 'GPIO 3', 10: 'GPIO 4', 11: 'GPIO 5', 12: 'GPIO 6', 13: 'GPIO 7' },
    ],
    ['[EVTS-33] [EVTS-59] 15 is Overspeed', { 15: 'Overspeed' }],
    ['[EVTS-36] [EVTS-60] 18 is G-Sensor', { 18: 'G-Sensor' }],
    ['[EVTS-41] [EVTS-42] [EVTS-61] 51 is Trigger In and 52 Trigger Out', { 51: 'Trigger In', 52: 'Trigger Out' }],
    ['[EVTS-43] [EVTS-62] 90 to 92 are SD Backup', { 90: 'SD Backup', 91: 'SD Backup', 92: 'SD Backup' }],
    ['[EVTS-44] [EVTS-63] 98 is Lost Cover', { 98: 'Lost Cover' }],
    ['[EVTS-45] [EVTS-64] 99 is Schedule', { 99: 'Schedule' }],
    ['[EVTS-46] [EVTS-65] 100 is Custom', { 100: 'Custom' }],
    ['[EVTS-50] 700 is a forward collision', { 700: '前向碰撞报警' }],
    ['[EVTS-51] 701 and 702 are lane departures', { 701: '左车道偏离报警', 702: '右车道偏离报警' }],
    ['[EVTS-52] 703 is a pedestrian warning', { 703: '行人碰撞报警' }],
    [
      '[EVTS-53] 1811 to 1817 are speeding by 5 to 35 km/h',
      {
        1811: '超速+5公里/小时',
        1812: '超速+10公里/小时',
        1813: '超速+15公里/小时',
        1814: '超速+20公里/小时',
        1815: '超速+25公里/小时',
        1816: '超速+30公里/小时',
        1817: '超速+35公里/小时',
      },
    ],
    ['[EVTS-54] [EVTS-55] 1818 and 1819 are acceleration and braking', { 1818: '急加速报警', 1819: '急刹车报警' }],
    ['[EVTS-56] [EVTS-57] 1820 and 1821 are lost picture and sound', { 1820: '视频丢失报警', 1821: '音频丢失报警' }],
  ])('%s', (_, wanted) => {
    const shown = Object.keys(wanted).map((code) => [code, names.get(Number(code))])
    expect(Object.fromEntries(shown)).toEqual(wanted)
  })

  it('[EVTS-47] [EVTS-48] [EVTS-49] [EVTS-68] each of 700 to 783 and 1811 to 1828 is an alarm with a Chinese label, the unnamed ones with their number', () => {
    const alarms = [...range(700, 783), ...range(1811, 1828)]
    expect([...names.keys()].filter((code) => code > 100)).toEqual(alarms)
    for (const code of alarms) expect(names.get(code), String(code)).toMatch(/^\p{Script=Han}/u)
    for (const code of [...range(704, 783), ...range(1822, 1828)]) expect(names.get(code)).toBe(`报警 ${code}`)
  })

  it('[EVTS-66] [EVTS-67] no number outside the alarms has a label but these', () => {
    const device = [...range(6, 13), 15, 18]
    expect([...names.keys()].filter((code) => code < 700)).toEqual([...device, 51, 52, 90, 91, 92, 98, 99, 100])
  })
})
