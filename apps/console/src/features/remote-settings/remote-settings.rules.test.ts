import { fullAccess } from '@fleetglass/contract/access'
import {
  type RemoteCard,
  remoteCardNames,
  remoteParameterNames,
  subResolutions,
} from '@fleetglass/contract/remote-settings'
import { describe, expect, it } from 'vitest'
import { clickedDay, noDays, summerDays, summerText } from './daylight.rules.ts'
import { changesOf, offeredCards, readTold, type Values } from './remote-settings.cards.ts'
import { zoneOffsetsS, zoneText } from './time-zones.ts'

const clicks = (...days: readonly string[]) => days.reduce(clickedDay, noDays)
const TAIPEI_S = 8 * 3600

describe('the days of daylight saving', () => {
  it('[RDEV-053] [RDEV-054] [RDEV-055] the first click is the start, the second the end, swapped when it is earlier', () => {
    expect(clicks('2026-03-29')).toEqual({ start: '2026-03-29', end: '' })
    expect(clicks('2026-03-29', '2026-10-25')).toEqual({ start: '2026-03-29', end: '2026-10-25' })
    expect(clicks('2026-10-25', '2026-03-29')).toEqual({ start: '2026-03-29', end: '2026-10-25' })
    expect(clicks('2026-03-29', '2026-03-29')).toEqual({ start: '2026-03-29', end: '2026-03-29' })
  })

  it('[RDEV-056] [RDEV-100] each further click replaces the nearer one, and the end when both are as near', () => {
    const summer = ['2026-03-01', '2026-03-11'] as const
    expect(clicks(...summer, '2026-03-05')).toEqual({ start: '2026-03-05', end: '2026-03-11' })
    expect(clicks(...summer, '2026-03-07')).toEqual({ start: '2026-03-01', end: '2026-03-07' })
    expect(clicks(...summer, '2026-03-06')).toEqual({ start: '2026-03-01', end: '2026-03-06' })
    expect(clicks(...summer, '2026-02-01')).toEqual({ start: '2026-02-01', end: '2026-03-11' })
    expect(clicks(...summer, '2026-05-01', '2026-01-01')).toEqual({ start: '2026-01-01', end: '2026-05-01' })
    expect(clickedDay({ start: '', end: '2026-03-11' }, '2026-04-01')).toEqual({
      start: '2026-03-11',
      end: '2026-04-01',
    })
  })

  it('[RDEV-100] [RDEV-052] they are the first and the last second of their days in the zone of the device; none is 0', () => {
    const range = { start: '2026-03-29', end: '2026-10-25' }
    const [, start = '', end = ''] = summerText(true, range, TAIPEI_S).split(',')
    expect(new Date(Number(start) * 1000).toISOString()).toBe('2026-03-28T16:00:00.000Z')
    expect(new Date(Number(end) * 1000).toISOString()).toBe('2026-10-25T15:59:59.000Z')
    expect(summerText(false, noDays, TAIPEI_S)).toBe('0,0,0')
    for (const zoneS of zoneOffsetsS) {
      const [, startS, endS] = summerText(true, range, zoneS).split(',').map(Number)
      expect(summerDays({ startS: startS ?? 0, endS: endS ?? 0 }, zoneS)).toEqual(range)
    }
  })

  it('zones are written as offsets', () => {
    expect([0, 19_800, -12_600, 45_900].map(zoneText)).toEqual(['UTC+00:00', 'UTC+05:30', 'UTC-03:30', 'UTC+12:45'])
    expect(new Set(zoneOffsetsS).size).toBe(zoneOffsetsS.length)
  })

  it('[CONST0-13] [CONST0-14] the zones to choose from have each whole hour from -12 to 12, and 5.5', () => {
    const wholeHoursS = Array.from({ length: 25 }, (_, at) => (at - 12) * 3600)
    expect(zoneOffsetsS).toEqual(expect.arrayContaining([...wholeHoursS, 5.5 * 3600]))
  })
})

describe('what is offered and what is saved', () => {
  const rights = { permission: 0, access: fullAccess }
  const all = { resolutions: subResolutions, supported: new Set<string>(remoteParameterNames), values: new Map() }
  const card = (name: RemoteCard) => {
    const one = offeredCards(all, rights).find((offered) => offered.card === name)
    if (one === undefined) throw new Error(`there is no card ${name}`)
    return one
  }
  const changes = (name: RemoteCard, told: object, draft: object) =>
    changesOf(card(name), new Map(Object.entries(told)) as Values, new Map(Object.entries(draft)) as Values)
  const saved = (...asked: Parameters<typeof changes>) =>
    Object.fromEntries(changes(...asked) ?? [['cannot', 'be saved']])

  it('[RDEV-090] every parameter has its card, and a card shows only what is supported', () => {
    const cards = offeredCards(all, rights)
    expect(cards.map((one) => one.card)).toEqual(remoteCardNames)
    expect(new Set(cards.flatMap(({ names }) => names))).toEqual(new Set(remoteParameterNames))
    const few = { resolutions: subResolutions, supported: new Set(['net_wfssid', 'net_2ndhb']), values: new Map() }
    expect(offeredCards(few, rights)).toEqual([
      { card: 'wifi', names: ['net_wfssid'], thresholds: [] },
      { card: 'secondServer', names: ['net_2ndhb'], thresholds: [] },
    ])
  })

  it('[RDEV-091] only changed values are saved, in their stored form', () => {
    const told = { preosd_plate: 'ABC123', preosd_pl_en: '0' }
    expect(saved('plate', told, {})).toEqual({})
    expect(saved('plate', told, { preosd_plate: 'ABC123' })).toEqual({})
    expect(saved('plate', told, { preosd_plate: 'XYZ', preosd_pl_en: '0' })).toEqual({ preosd_plate: 'XYZ' })
    // A plate that the device has from its maker does not keep the switch from being saved.
    expect(saved('plate', { ...told, preosd_plate: '粤B-12345' }, { preosd_pl_en: '1' })).toEqual({ preosd_pl_en: '1' })
    expect(saved('volume', { enc_aog: '80' }, { enc_aog: '250', enc_aig: '-4' })).toEqual({
      enc_aog: '100',
      enc_aig: '0',
    })
    expect(saved('accOff', { sys_accoffsec: '60' }, { sys_accoffsec: '99999' })).toEqual({ sys_accoffsec: '86400' })
    expect(saved('comboAlarm', { event_comalmno: '1,2' }, { event_comalmno: '9,3' })).toEqual({ event_comalmno: '3,9' })
    expect(changes('comboAlarm', { event_comalmno: '1,2' }, { event_comalmno: '9,9' })).toBeNull()
  })

  it('[RDEV-105] of thresholds only the changed lines are sent', () => {
    const motovisadas = 'volume=6\npcw_speed=30\ndsm_speed=20'
    expect(saved('adas', { motovisadas }, { motovisadas: motovisadas.replace('=30', '=40') })).toEqual({
      motovisadas: 'pcw_speed=40',
    })
    expect(saved('adas', { motovisadas }, { motovisadas })).toEqual({})
    expect(changes('adas', { motovisadas }, { motovisadas: 'pcw_speed=6' })).toBeNull()
  })

  it('[RDEV-063] [RDEV-064] [RDEV-065] the sub stream is not saved without a resolution, or with a rate outside its range', () => {
    const told = { enc_sres: '', enc_sfps: '15', enc_sbit: '470' }
    expect(changes('subStream', told, { enc_sfps: '10' })).toBeNull()
    expect(saved('subStream', told, { enc_sres: 'CIF' })).toEqual({ enc_sres: 'CIF' })
    const good = { ...told, enc_sres: 'CIF' }
    for (const enc_sfps of ['0', '16', '', 'x']) expect(changes('subStream', good, { enc_sfps })).toBeNull()
    for (const enc_sbit of ['15', '1025', '']) expect(changes('subStream', good, { enc_sbit })).toBeNull()
    expect(saved('subStream', good, { enc_sfps: '1', enc_sbit: '16' })).toEqual({ enc_sfps: '1', enc_sbit: '16' })
  })

  it('[RDEV-062] offers the resolutions that the device knows', () => {
    const told = { settings: 'enc_sres', enc_sres: 'CIF' }
    expect(readTold(told).resolutions).toEqual(['CIF', '360P', 'VGA', '720P'])
    expect(readTold({ ...told, enc_sres_choices: 'CIF,720P,4K' }).resolutions).toEqual(['CIF', '720P'])
  })

  it('an answer that is none is an error, and what is no text in it is left out', () => {
    expect(() => readTold({ hasError: false })).toThrow()
    expect(readTold({ settings: 'sys_tz,', sys_tz: 5, net_wfssid: 'Depot' })).toEqual({
      supported: new Set(['sys_tz']),
      resolutions: subResolutions,
      values: new Map([['net_wfssid', 'Depot']]),
    })
  })
})
