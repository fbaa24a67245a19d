import { en } from '@fleetglass/texts/languages'
import { describe, expect, it } from 'vitest'
import { type AccessFlag, accessFlags } from '../../access/index.ts'
import { fullLengthAccess, permissionRows } from './index.ts'

const nameOf = (index: number): string => en[`permissions.${accessFlags[index] as AccessFlag}`]

describe('the rows of the permission matrix', () => {
  it('[PERM-040] are the 77 flags, each once, with the items of a parent directly below it in their order', () => {
    const flags = permissionRows.map(({ flag }) => flag)
    expect([...flags].sort()).toEqual([...accessFlags].sort())
    expect(permissionRows.map(({ index }) => index)).toEqual([
      ...range(0, 8),
      ...range(52, 75),
      9,
      ...range(13, 51),
      ...range(10, 12),
      76,
    ])
    for (const { flag, index } of permissionRows) expect(accessFlags[index]).toBe(flag)
  })

  it('[PERM-035] [PERM-036] 52 to 75 are below Server Device Setting, 13 to 51 below Remote Device Setting', () => {
    const below = (parent: string) => permissionRows.filter((row) => row.parent === parent).map(({ index }) => index)
    expect(below('F_lmdvrs')).toEqual(range(52, 75))
    expect(below('F_rmdvrs')).toEqual(range(13, 51))
    expect([nameOf(8), nameOf(9)]).toEqual(['Server Device Setting', 'Remote Device Setting'])
  })

  it.each<[string, number]>([
    ['[PERM-026] feature 0 is named Dashboard', 0],
    ['[PERM-027] feature 1 is named TreeView', 1],
    ['[PERM-028] feature 2 is named LiveView', 2],
    ['[PERM-029] feature 3 is named GPS Playback', 3],
    ['[PERM-030] feature 4 is named Video Playback', 4],
    ['[PERM-031] feature 5 is named Remote Playback', 5],
    ['[PERM-033] feature 6 is named GPS', 6],
    ['[PERM-034] feature 7 is named Adds Custom Download', 7],
    ['[PERM-037] feature 10 is named Event', 10],
    ['[PERM-038] feature 11 is named PTZ', 11],
    ['[PERM-039] feature 12 is named Talk', 12],
    ['[PERM-042] feature 13 is named plate settings', 13],
    ['[PERM-043] feature 14 is named storage', 14],
    ['[PERM-044] feature 15 is named channel text', 15],
    ['[PERM-045] feature 16 is named driver', 16],
    ['[PERM-046] feature 17 is named PreOSD speed', 17],
    ['[PERM-047] feature 18 is named GSensor', 18],
    ['[PERM-048] feature 19 is named speed limit', 19],
    ['[PERM-049] feature 20 is named overspeed interval', 20],
    ['[PERM-050] feature 21 is named temperature', 21],
    ['[PERM-051] feature 22 is named temperature upper limit', 22],
    ['[PERM-052] feature 23 is named audio volume out', 23],
    ['[PERM-053] feature 24 is named audio volume in', 24],
    ['[PERM-054] feature 25 is named timezone', 25],
    ['[PERM-055] feature 26 is named acc-off record seconds', 26],
    ['[PERM-056] feature 27 is named work voltage', 27],
    ['[PERM-057] feature 28 is named server settings', 28],
    ['[PERM-058] feature 29 is named wifi', 29],
    ['[PERM-059] feature 30 is named daylight saving', 30],
    ['[PERM-060] feature 31 is named cam settings', 31],
    ['[PERM-061] feature 32 is named second server', 32],
    ['[PERM-062] feature 33 is named sub stream', 33],
    ['[PERM-063] feature 34 is named audio', 34],
    ['[PERM-064] feature 35 is named emergency speed up', 35],
    ['[PERM-065] feature 36 is named emergency speed down', 36],
    ['[PERM-066] feature 37 is named emergency turn', 37],
    ['[PERM-067] feature 38 is named PreOSD GPS', 38],
    ['[PERM-068] feature 39 is named GSensor guard', 39],
    ['[PERM-069] feature 40 is named speed param', 40],
    ['[PERM-070] feature 41 is named event alarm show', 41],
    ['[PERM-071] feature 42 is named event alarm primary', 42],
    ['[PERM-072] feature 43 is named combo alarm show', 43],
    ['[PERM-073] feature 44 is named combo alarm primary', 44],
    ['[PERM-074] feature 45 is named combo alarm combos', 45],
    ['[PERM-075] feature 46 is named ADAS enable', 46],
    ['[PERM-076] feature 47 is named ADAS settings', 47],
    ['[PERM-077] feature 48 is named DSM enable', 48],
    ['[PERM-078] feature 49 is named DSM settings', 49],
    ['[PERM-079] feature 50 is named heartbeat', 50],
    ['[PERM-080] feature 51 is named wifi password', 51],
    ['[PERM-081] feature 52 is named Channel', 52],
    ['[PERM-082] feature 53 is named Auto Set TZ', 53],
    ['[PERM-083] feature 54 is named Icon', 54],
    ['[PERM-084] feature 55 is named External ID', 55],
    ['[PERM-085] feature 56 is named Driver', 56],
    ['[PERM-086] feature 57 is named Vehicle ID', 57],
    ['[PERM-087] feature 58 is named Set Device Coordinate Manually', 58],
    ['[PERM-088] feature 59 is named Main Stream', 59],
    ['[PERM-089] feature 60 is named Install Channel', 60],
    ['[PERM-090] feature 61 is named Video Setting', 61],
    ['[PERM-091] feature 62 is named Data Storage Days', 62],
    ['[PERM-092] feature 63 is named Record Channels', 63],
    ['[PERM-093] feature 64 is named Audio Setting', 64],
    ['[PERM-094] feature 65 is named Channel Name', 65],
    ['[PERM-095] feature 66 is named Channel Sort', 66],
    ['[PERM-096] feature 67 is named Talk Channel', 67],
    ['[PERM-097] feature 68 is named Netflow Limit Size', 68],
    ['[PERM-098] feature 69 is named Event Reserve Days', 69],
    ['[PERM-099] feature 70 is named syslog', 70],
    ['[PERM-100] feature 71 is named delete all local record', 71],
    ['[PERM-102] feature 72 is named restore default', 72],
    ['[PERM-103] feature 73 is named format sd', 73],
    ['[PERM-104] feature 74 is named reboot', 74],
    ['[PERM-105] feature 75 is named videolossinterval', 75],
    ['[PERM-106] feature 76 is named Full API Access', 76],
  ])('%s', (title, index) => {
    expect(title.replace(/^\[PERM-\d+\] /, '')).toBe(`feature ${index} is named ${nameOf(index)}`)
  })
})

it('[PERM-014] a stored text that is too short is filled with 0, and what is no 1 grants nothing', () => {
  expect(fullLengthAccess('')).toBe('0'.repeat(77))
  expect(fullLengthAccess('1x1')).toBe(`101${'0'.repeat(74)}`)
  expect(fullLengthAccess('1'.repeat(90))).toBe('1'.repeat(77))
})

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, step) => first + step)
}
