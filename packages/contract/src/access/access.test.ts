import { describe, expect, it } from 'vitest'
import { type AccessFlag, accessFlags, administratorOnly, can, fullAccess, grants } from './index.ts'

const only = (...flags: AccessFlag[]): string => accessFlags.map((flag) => (flags.includes(flag) ? '1' : '0')).join('')

describe('the access-right string', () => {
  it('RIGHT-003 PERM-025 has 77 flags, each at its index', () => {
    expect(accessFlags).toHaveLength(77)
    const named = {
      P_dash: 0,
      P_tree: 1,
      P_live: 2,
      P_gppb: 3,
      P_lopb: 4,
      P_repb: 5,
      F_gps: 6,
      F_addcd: 7,
      F_lmdvrs: 8,
    }
    const rest = { F_rmdvrs: 9, F_event: 10, F_ptz: 11, F_talk: 12, F_api_full: 76, F_rmdvrs_wifipassword: 51 }
    for (const [flag, index] of Object.entries({ ...named, ...rest }))
      expect(accessFlags.indexOf(flag as AccessFlag)).toBe(index)
  })

  it('PERM-025 the items of the server-side settings are 52 to 75 in the order of document 1', () => {
    const suffixes =
      'channel gpstzenable icon extid driver vehicleid maplocation streamtype chmask recenable recdays recplan recaudio chnames chsort talkch netlimit eventdays syslog del_record restore format reboot videolossinterval'
    expect(accessFlags.slice(52, 76)).toEqual(suffixes.split(' ').map((suffix) => `F_lmdvrs_${suffix}`))
  })

  it('RIGHT-001 RIGHT-002 RIGHT-003 grants by 1 alone, and nothing beyond its end', () => {
    expect(grants('1', 'P_dash')).toBe(true)
    for (const access of ['0', '2', 'x', ' ', '']) expect(grants(access, 'P_dash')).toBe(false)
    expect(grants('11', 'P_live')).toBe(false)
  })

  it('RIGHT-043 an item counts only together with its parent', () => {
    expect(grants(only('F_lmdvrs_icon'), 'F_lmdvrs_icon')).toBe(false)
    expect(grants(only('F_lmdvrs', 'F_lmdvrs_icon'), 'F_lmdvrs_icon')).toBe(true)
    expect(grants(only('F_rmdvrs_wifi'), 'F_rmdvrs_wifi')).toBe(false)
    expect(grants(only('F_rmdvrs', 'F_rmdvrs_wifi'), 'F_rmdvrs_wifi')).toBe(true)
  })
})

describe('can', () => {
  const operator = { permission: 2, access: only('P_live') }
  it('RIGHT-045 a higher number may less', () => {
    expect(can({ permission: 0, access: '' }, administratorOnly)).toBe(true)
    expect(can({ permission: 1, access: fullAccess }, administratorOnly)).toBe(false)
    expect(can(operator, { permissionBelow: 3 })).toBe(true)
  })
  it('asks for one of the flags, and for both conditions where both are given', () => {
    expect(can(operator, { anyOf: ['P_tree', 'P_live'] })).toBe(true)
    expect(can(operator, { anyOf: ['P_tree'] })).toBe(false)
    expect(can(operator, { anyOf: [] })).toBe(false)
    expect(can(operator, { permissionBelow: 2, anyOf: ['P_live'] })).toBe(false)
  })
  it('nobody logged in may nothing', () => {
    expect(can(null, 'login')).toBe(false)
    expect(can(operator, 'login')).toBe(true)
  })
})
