import { describe, expect, it } from 'vitest'
import {
  type AccessFlag,
  accessFlags,
  administratorOnly,
  can,
  fullAccess,
  grants,
  mayCall,
  type Requirement,
  type RequirementName,
  requirements,
  type SettingSuffix,
  settingFlag,
  settingSuffixes,
  withoutFlags,
} from './index.ts'

const only = (...flags: AccessFlag[]): string => accessFlags.map((flag) => (flags.includes(flag) ? '1' : '0')).join('')
const indexOf = (flag: AccessFlag): number => accessFlags.indexOf(flag)

describe('the access-right string', () => {
  it('[RIGHT-003] [PERM-025] has 77 flags, each once', () => {
    expect(accessFlags).toHaveLength(77)
    expect(new Set(accessFlags).size).toBe(77)
    expect(fullAccess).toHaveLength(77)
  })

  it.each<[string, AccessFlag, number]>([
    ['[RIGHT-004] P_dash is the dashboard', 'P_dash', 0],
    ['[RIGHT-005] P_tree is the tree view', 'P_tree', 1],
    ['[RIGHT-006] P_live is the live view', 'P_live', 2],
    ['[RIGHT-007] P_gppb is GPS playback', 'P_gppb', 3],
    ['[RIGHT-008] P_lopb is local video playback', 'P_lopb', 4],
    ['[RIGHT-009] P_repb is remote playback', 'P_repb', 5],
    ['[RIGHT-010] F_gps is GPS', 'F_gps', 6],
    ['[RIGHT-011] F_addcd is adding custom downloads', 'F_addcd', 7],
    ['[RIGHT-012] F_lmdvrs is the local device settings', 'F_lmdvrs', 8],
    ['[RIGHT-013] F_rmdvrs is the remote device settings', 'F_rmdvrs', 9],
    ['[RIGHT-014] F_event is events', 'F_event', 10],
    ['[RIGHT-015] F_ptz is PTZ', 'F_ptz', 11],
    ['[RIGHT-016] F_talk is talk', 'F_talk', 12],
    ['[RIGHT-017] F_api_full is full API access', 'F_api_full', 76],
  ])('%s, the character at its place and no other', (_title, flag, index) => {
    expect(indexOf(flag)).toBe(index)
    expect(grants(`${'0'.repeat(index)}1`, flag)).toBe(true)
    expect(grants(`${'1'.repeat(index)}0${'1'.repeat(76 - index)}`, flag)).toBe(false)
  })

  it('[RIGHT-001] [RIGHT-002] [RIGHT-003] grants by 1 alone, and nothing beyond its end', () => {
    expect(grants('1', 'P_dash')).toBe(true)
    for (const access of ['0', '2', 'x', ' ', '']) expect(grants(access, 'P_dash')).toBe(false)
    expect(grants('11', 'P_live')).toBe(false)
  })

  it('[RIGHT-043] an item counts only together with its parent', () => {
    expect(grants(only('F_lmdvrs_icon'), 'F_lmdvrs_icon')).toBe(false)
    expect(grants(only('F_lmdvrs', 'F_lmdvrs_icon'), 'F_lmdvrs_icon')).toBe(true)
    expect(grants(only('F_rmdvrs_wifi'), 'F_rmdvrs_wifi')).toBe(false)
    expect(grants(only('F_rmdvrs', 'F_rmdvrs_wifi'), 'F_rmdvrs_wifi')).toBe(true)
  })

  it('loses the flags that are taken from it, and keeps its length', () => {
    expect(withoutFlags('111', ['P_tree'])).toBe('101')
    expect(withoutFlags('1', ['F_api_full', 'P_dash'])).toBe('0')
  })
})

describe('device settings', () => {
  it.each<[string, SettingSuffix, number]>([
    ['[RIGHT-018] channel', 'channel', 52],
    ['[RIGHT-019] gpstzenable', 'gpstzenable', 53],
    ['[RIGHT-020] icon', 'icon', 54],
    ['[RIGHT-021] extid', 'extid', 55],
    ['[RIGHT-022] driver', 'driver', 56],
    ['[RIGHT-023] vehicleid', 'vehicleid', 57],
    ['[RIGHT-024] maplocation', 'maplocation', 58],
    ['[RIGHT-025] streamtype', 'streamtype', 59],
    ['[RIGHT-026] chmask', 'chmask', 60],
    ['[RIGHT-027] recenable', 'recenable', 61],
    ['[RIGHT-028] recdays', 'recdays', 62],
    ['[RIGHT-029] recplan', 'recplan', 63],
    ['[RIGHT-030] recaudio', 'recaudio', 64],
    ['[RIGHT-031] chnames', 'chnames', 65],
    ['[RIGHT-032] chsort', 'chsort', 66],
    ['[RIGHT-033] talkch', 'talkch', 67],
    ['[RIGHT-034] netlimit', 'netlimit', 68],
    ['[RIGHT-035] eventdays', 'eventdays', 69],
    ['[RIGHT-036] syslog', 'syslog', 70],
    ['[RIGHT-037] del_record', 'del_record', 71],
    ['[RIGHT-038] restore', 'restore', 72],
    ['[RIGHT-039] format', 'format', 73],
    ['[RIGHT-040] reboot', 'reboot', 74],
    ['[RIGHT-041] videolossinterval', 'videolossinterval', 75],
  ])('%s has a right for the server and one for the device, each below its parent', (_title, suffix, index) => {
    expect(settingFlag('local', suffix)).toBe(`F_lmdvrs_${suffix}`)
    expect(indexOf(settingFlag('local', suffix))).toBe(index)
    expect(grants(fullAccess, settingFlag('local', suffix))).toBe(true)
    expect(grants(withoutFlags(fullAccess, ['F_lmdvrs']), settingFlag('local', suffix))).toBe(false)
    expect(grants(fullAccess, settingFlag('remote', suffix))).toBe(true)
    expect(grants(withoutFlags(fullAccess, ['F_rmdvrs']), settingFlag('remote', suffix))).toBe(false)
  })

  it('[PERM-025] [RIGHT-042] those of the server are 52 to 75; those of the device have the item that means the same, or the parent alone', () => {
    expect(accessFlags.slice(52, 76)).toEqual(settingSuffixes.map((suffix) => settingFlag('local', suffix)))
    expect(settingFlag('remote', 'driver')).toBe('F_rmdvrs_driver')
    const items = settingSuffixes.map((suffix) => settingFlag('remote', suffix)).filter((flag) => flag !== 'F_rmdvrs')
    expect(items.map(indexOf).every((index) => index >= 13 && index <= 51)).toBe(true)
    expect(settingFlag('remote', 'netlimit')).toBe('F_rmdvrs')
  })
})

describe('can', () => {
  const operator = { permission: 2, access: only('P_live') }
  it('asks for one of the flags, and for both conditions where both are given', () => {
    expect(can(operator, { anyOf: ['P_tree', 'P_live'] })).toBe(true)
    expect(can(operator, { anyOf: ['P_tree'] })).toBe(false)
    expect(can(operator, { anyOf: [] })).toBe(false)
    expect(can(operator, { permissionBelow: 2, anyOf: ['P_live'] })).toBe(false)
  })
  it('nobody logged in may nothing', () => {
    const asked: Requirement[] = ['login', { permissionBelow: 9 }, { anyOf: ['P_dash'] }]
    for (const requirement of asked) {
      expect(can(null, requirement)).toBe(false)
      expect(mayCall(null, requirement)).toBe(false)
    }
    expect(can(operator, 'login')).toBe(true)
  })
  it('[RIGHT-017] with F_api_full every call that asks for no permission number, and no page', () => {
    const program = { permission: 3, access: only('F_api_full') }
    expect(mayCall(program, { anyOf: ['F_gps'] })).toBe(true)
    expect(can(program, { anyOf: ['F_gps'] })).toBe(false)
    expect(mayCall(program, administratorOnly)).toBe(false)
    expect(mayCall(program, { permissionBelow: 2, anyOf: ['F_ptz'] })).toBe(false)
    expect(mayCall(operator, { anyOf: ['F_gps'] })).toBe(false)
    expect(mayCall(operator, { anyOf: ['P_live'] })).toBe(true)
    expect(mayCall(operator, 'login')).toBe(true)
  })

  it('[RIGHT-017] F_api_full gives no call of which the site has switched off all flags', () => {
    const program = { permission: 3, access: only('F_api_full'), switchedOff: ['P_live', 'F_ptz'] as const }
    expect(mayCall(program, { anyOf: ['P_live', 'F_ptz'] })).toBe(false)
    expect(mayCall(program, { anyOf: ['P_live', 'F_gps'] })).toBe(true)
  })
})

describe('levels', () => {
  const may = (permission: number): RequirementName[] =>
    (Object.keys(requirements) as RequirementName[]).filter((name) =>
      can({ permission, access: '' }, requirements[name]),
    )

  it('[RIGHT-045] [RIGHT1-06] permission 0, the top administrator, may all', () => {
    expect(may(0)).toEqual(Object.keys(requirements))
  })

  it('[RIGHT-046] [RIGHT1-07] permission 1 is the next level: it may less than 0 and more than 2', () => {
    expect(may(0).length).toBeGreaterThan(may(1).length)
    expect(may(1).length).toBeGreaterThan(may(2).length)
  })

  it('[RIGHT-047] [RIGHT-048] [RIGHT1-08] each level below may a part of what the one above may, those above 3 what 3 may', () => {
    for (const permission of [1, 2, 3]) {
      expect(may(permission).every((name) => may(permission - 1).includes(name))).toBe(true)
      expect(may(permission).length).toBeLessThan(may(permission - 1).length)
    }
    expect(may(7)).toEqual(may(3))
  })

  it.each<[string, RequirementName, below: number]>([
    ['[RIGHT-050] user settings', 'userSettings', 1],
    ['[RIGHT-051] permission settings', 'permissionSettings', 1],
    ['[RIGHT-052] group settings', 'groupSettings', 1],
    ['[RIGHT-053] the group summary', 'groupSummary', 1],
    ['[RIGHT-054] information logs', 'informationLogs', 1],
    ['[RIGHT-055] advanced settings', 'advancedSettings', 1],
    ['[RIGHT-056] the report file list', 'reportFiles', 1],
    ['[RIGHT-057] the translation editor', 'translationEditor', 1],
    ['[RIGHT-058] the group filter', 'groupFilter', 1],
    ['[RIGHT-059] the status icon', 'statusIcon', 1],
    ['[RIGHT-060] adding and deleting devices', 'deviceRegistration', 1],
    ['[RIGHT-061] new devices', 'newDevices', 1],
    ['[RIGHT-062] geofences', 'fences', 1],
    ['[RIGHT-063] route planning', 'routePlanning', 1],
    ['[RIGHT-064] random live view', 'randomLive', 1],
    ['[RIGHT-068] [RIGHT1-10] firmware update', 'firmware', 2],
    ['[RIGHT-069] [RIGHT1-11] local device settings', 'localDeviceSettings', 2],
    ['[RIGHT-070] the extra memo', 'extraMemo', 2],
    ['[RIGHT-071] broadcast', 'broadcast', 3],
  ])('%s need a permission number below a bound, whatever the flags', (_title, name, below) => {
    for (const permission of [0, 1, 2, 3, 4]) {
      for (const access of ['', fullAccess])
        expect(can({ permission, access }, requirements[name]), String(permission)).toBe(permission < below)
    }
  })
})
