import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EventCode, eventCatalogue, eventLabel, speedingCode } from './events.catalogue.ts'
import { eventLoginSchema, eventMessageSchema } from './events.schema.ts'

const codes = [...eventCatalogue.keys()]
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)
const familyOf = (code: number) => eventCatalogue.get(code)?.family
const english = (code: number) => eventCatalogue.get(code)?.english
const chinese = (code: number) => eventCatalogue.get(code)?.chinese

describe('the catalogue of events', () => {
  it('[EVTS-24] [EVTS-40] the device events are 0 to 24, of which the last three are reserved', () => {
    expect(codes.filter((code) => familyOf(code) === 'device')).toEqual(from(0, 24))
    const inOrder = [
      ...['online', 'addressChanged', 'reboot', 'offline', 'infoChanged', 'systemUptime', 'gpio'],
      ...['diskError', 'overspeed', 'idle', 'videoLoss', 'gSensor', 'receivedMessage', 'notify', 'externalAlarm'],
    ]
    const named = Object.entries(EventCode).filter(([, code]) => familyOf(code) === 'device')
    expect(named).toEqual(inOrder.map((name, at) => [name, at <= 6 ? at : at + 7]))
    expect(named.at(-1)).toEqual(['externalAlarm', 21])
  })

  it.each([
    ['[EVTS-25] online', EventCode.online, 0],
    ['[EVTS-26] address changed', EventCode.addressChanged, 1],
    ['[EVTS-27] reboot', EventCode.reboot, 2],
    ['[EVTS-28] offline', EventCode.offline, 3],
    ['[EVTS-29] info changed', EventCode.infoChanged, 4],
    ['[EVTS-30] system uptime', EventCode.systemUptime, 5],
    ['[EVTS-32] disk error', EventCode.diskError, 14],
    ['[EVTS-33] overspeed', EventCode.overspeed, 15],
    ['[EVTS-34] idle', EventCode.idle, 16],
    ['[EVTS-35] video loss', EventCode.videoLoss, 17],
    ['[EVTS-36] g-sensor', EventCode.gSensor, 18],
    ['[EVTS-37] received message', EventCode.receivedMessage, 19],
    ['[EVTS-38] notify', EventCode.notify, 20],
    ['[EVTS-39] external alarm', EventCode.externalAlarm, 21],
  ])('%s is a device event with this number', (_, code, number) => {
    expect([code, familyOf(code)]).toEqual([number, 'device'])
  })

  it('[EVTS-31] [EVTS-58] GPIO 0 to 7 have a number each, and their label', () => {
    expect(from(6, 13).map(english)).toEqual(from(0, 7).map((n) => `GPIO ${n}`))
  })

  it('[EVTS-41] [EVTS-42] 51 is trigger in and 52 trigger out', () => {
    expect(codes.filter((code) => familyOf(code) === 'trigger')).toEqual([51, 52])
    expect([EventCode.triggerIn, EventCode.triggerOut]).toEqual([51, 52])
  })

  it('[EVTS-43] 90 to 92 are SD backup', () => {
    expect(codes.filter((code) => familyOf(code) === 'backup')).toEqual([90, 91, 92])
  })

  it('[EVTS-44] [EVTS-45] [EVTS-46] 98 lost recording cover, 99 schedule, 100 custom footage download', () => {
    expect(codes.filter((code) => familyOf(code) === 'recording')).toEqual([98, 99, 100])
    expect([EventCode.lostCover, EventCode.schedule, EventCode.customFootage]).toEqual([98, 99, 100])
  })

  it('[EVTS-47] [EVTS-48] [EVTS-49] 700 to 783 and 1811 to 1828 are alarms with Chinese labels', () => {
    const alarms = codes.filter((code) => familyOf(code) === 'alarm')
    expect(alarms).toEqual([...from(700, 783), ...from(1811, 1828)])
    for (const code of alarms) expect(chinese(code)).toMatch(/\p{Script=Han}/u)
  })

  it.each([
    ['[EVTS-50] forward collision', EventCode.forwardCollision, 700, '前向碰撞报警'],
    ['[EVTS-51] lane departure to the left', EventCode.laneDepartureLeft, 701, '左车道偏离报警'],
    ['[EVTS-51] lane departure to the right', EventCode.laneDepartureRight, 702, '右车道偏离报警'],
    ['[EVTS-52] a pedestrian', EventCode.pedestrian, 703, '行人碰撞报警'],
    ['[EVTS-54] sudden acceleration', EventCode.suddenAcceleration, 1818, '急加速报警'],
    ['[EVTS-55] sudden braking', EventCode.suddenBraking, 1819, '急刹车报警'],
    ['[EVTS-56] video loss', EventCode.videoLossAlarm, 1820, '视频丢失报警'],
    ['[EVTS-57] audio loss', EventCode.audioLossAlarm, 1821, '音频丢失报警'],
  ])('[EVTS-68] %s has this number and label', (_, code, number, label) => {
    expect([code, chinese(code)]).toEqual([number, label])
  })

  it('[EVTS-53] [EVTS-68] speeding has seven steps of 5 km/h, and the rest of the alarms their number', () => {
    expect(from(1, 7).map((step) => chinese(speedingCode(step * 5) ?? 0))).toEqual(
      from(1, 7).map((step) => `超速+${step * 5}公里/小时`),
    )
    expect([speedingCode(4.9), speedingCode(34), speedingCode(120)]).toEqual([null, 1816, 1817])
    expect([chinese(704), chinese(1828)]).toEqual(['报警 704', '报警 1828'])
  })

  it.each([
    ['[EVTS-59] [EVTS-67] overspeed', [15], 'Overspeed'],
    ['[EVTS-60] [EVTS-67] the g-sensor', [18], 'G-Sensor'],
    ['[EVTS-61] [EVTS-67] trigger in', [51], 'Trigger In'],
    ['[EVTS-61] [EVTS-67] trigger out', [52], 'Trigger Out'],
    ['[EVTS-62] [EVTS-67] backups', [90, 91, 92], 'SD Backup'],
    ['[EVTS-63] [EVTS-67] lost cover', [98], 'Lost Cover'],
    ['[EVTS-64] [EVTS-67] schedule', [99], 'Schedule'],
    ['[EVTS-65] [EVTS-67] custom', [100], 'Custom'],
  ])('%s has its English label', (_, numbers, label) => {
    expect(numbers.map(english)).toEqual(numbers.map(() => label))
  })

  it('[EVTS-66] no other number has an English label', () => {
    const labelled = [...from(6, 13), 15, 18, 51, 52, 90, 91, 92, 98, 99, 100]
    expect(codes.filter((code) => english(code) !== undefined)).toEqual(labelled)
  })

  it('[EVTS-69] a name of its own comes first, then English, then Chinese, then the number', () => {
    expect(eventLabel(15, 'Too fast')).toBe('Too fast')
    expect(eventLabel(15)).toBe('Overspeed')
    expect(eventLabel(700)).toBe('前向碰撞报警')
    expect([eventLabel(0), eventLabel(22), eventLabel(4711)]).toEqual([null, null, null])
  })

  it('[EVTS-69] any number has a label or none, and never throws', () => {
    fc.assert(fc.property(fc.integer(), fc.string(), (code, name) => eventLabel(code, name) !== ''))
  })
})

describe('what travels on the event socket', () => {
  const message = { cmd: 'new', time: 1, deviceid: 'van', eventid: 15, eventname: '', memo: '', call: 0 }

  it.each([
    ['[ENT-087] cmd, new or cover', { cmd: 'cover' }, { cmd: 'gone' }],
    ['[ENT-088] time', { time: 1_700_000_000 }, { time: 'now' }],
    ['[ENT-089] deviceid', { deviceid: '13800138001' }, { deviceid: 7 }],
    ['[ENT-090] eventid', { eventid: 1828 }, { eventid: -1 }],
    ['[ENT-091] eventname', { eventname: 'Too fast' }, { eventname: null }],
    ['[ENT-092] memo', { memo: 'camera 1' }, { memo: 3 }],
    ['[ENT-093] call, 1 or 0', { call: 1 }, { call: 2 }],
  ])('%s', (_, right, wrong) => {
    expect(eventMessageSchema.parse({ ...message, ...right })).toEqual({ ...message, ...right })
    expect(eventMessageSchema.safeParse({ ...message, ...wrong }).success).toBe(false)
    const [field = ''] = Object.keys(right)
    expect(eventMessageSchema.safeParse({ ...message, [field]: undefined }).success).toBe(false)
  })

  it('[EVTS-05] the first message names user and hash', () => {
    expect(eventLoginSchema.safeParse({ user: 'admin', password: 'F'.repeat(64) }).success).toBe(true)
    expect(eventLoginSchema.safeParse({ user: 'admin', password: 'plain' }).success).toBe(false)
    expect(eventLoginSchema.safeParse({ user: '', password: 'F'.repeat(64) }).success).toBe(false)
  })

  const seed = join(import.meta.dirname, '../../../../../../shared/seeds/000_6554ca92d38d5581.txt')
  it('[EVTS-24] [EVTS-47] [EVTS-48] the catalogue is that of the source document', ({ skip }) => {
    let text = ''
    try {
      text = readFileSync(seed, 'utf8')
    } catch {
      skip('the source documents are not here')
    }
    const listed = /- 0-24: device events \(([^)]*)\)/.exec(text)?.[1] ?? ''
    expect(listed.split(', ')).toHaveLength(15)
    expect(text).toContain('700-783 and 1811-1828: driver-assist and speeding alarms with Chinese labels')
  })
})
