// What the numbered lines say of pages and menus, asked of the table of pages.
import { describe, expect, it } from 'vitest'
import { consolePages, isListed, mayOpen, type PagePath, pageOf, type Visitor } from '../pages/index.ts'
import { resolveOptions } from '../variants/index.ts'
import { type AccessFlag, accessFlags, fullAccess, withoutFlags } from './index.ts'

const visitor = (change: Partial<Visitor> & { permission?: number; without?: AccessFlag[] } = {}): Visitor => {
  const { permission = 0, without = [], ...others } = change
  const rights = { permission, access: withoutFlags(fullAccess, without) }
  return { rights, userName: 'somebody', mobile: false, atServer: true, site: resolveOptions({}), ...others }
}
const opens = (path: PagePath, who: Visitor): boolean => mayOpen(pageOf(path), who)
const lists = (path: PagePath, who: Visitor): boolean => isListed(pageOf(path), who)

describe('pages and permission numbers', () => {
  it.each<[string, PagePath[], below: number]>([
    ['[RIGHT-050] user settings', ['/usersetting'], 1],
    ['[RIGHT-051] permission settings', ['/permission'], 1],
    ['[RIGHT-052] group settings', ['/groupsetting'], 1],
    ['[RIGHT-053] the group summary', ['/groupsummary'], 1],
    [
      '[RIGHT-055] [RIGHT-067] advanced settings',
      [
        '/eventdefinesetting',
        '/pusheventplansetting',
        '/realtimeeventplansetting',
        '/eventreportsetting',
        '/facerecognitionsetting',
      ],
      1,
    ],
    ['[RIGHT-056] the report file list', ['/reportfilelist'], 1],
    ['[RIGHT-057] the translation editor', ['/i18neditor'], 1],
    ['[RIGHT-062] geofences', ['/fence'], 1],
    ['[RIGHT-063] route planning', ['/routeplanning'], 1],
    ['[RIGHT-064] random live view', ['/rendomliveview'], 1],
    ['[RIGHT-068] firmware update', ['/devicefirmwareupdate'], 2],
    ['[RIGHT-069] local device settings', ['/regdevices'], 2],
  ])('%s open below a bound and for nobody else', (_title, paths, below) => {
    for (const path of paths) {
      for (const permission of [0, 1, 2, 3]) expect(opens(path, visitor({ permission })), path).toBe(permission < below)
    }
  })

  it('[RIGHT-054] [RIGHT-065] [RIGHT2-30] [RIGHT2-31] information logs are found by permission 0 alone and open for any account', () => {
    const information = consolePages.filter((page) => 'menu' in page && page.menu === 'information')
    // The talk log has a right of its own (RIGHT2-22), and the fleet health is listed for installers too.
    const logs = information.filter(({ path }) => !['/talklog', '/fleethealth'].includes(path))
    expect(logs).toHaveLength(6)
    for (const { path } of logs) {
      expect(lists(path, visitor())).toBe(true)
      expect(lists(path, visitor({ permission: 1 }))).toBe(false)
      expect(opens(path, visitor({ permission: 3 }))).toBe(true)
    }
  })
})

describe('pages of administration and reports', () => {
  it.each<[string, PagePath, below: number, where: 'anywhere' | 'at the server']>([
    ['[RIGHT2-09] the server settings', '/setting', 1, 'at the server'],
    ['[RIGHT2-10] groups', '/groupsetting', 1, 'anywhere'],
    ['[RIGHT2-11] the group summary', '/groupsummary', 1, 'anywhere'],
    ['[RIGHT2-12] users', '/usersetting', 1, 'anywhere'],
    ['[RIGHT2-13] the permission matrix', '/permission', 1, 'anywhere'],
    ['[RIGHT2-14] the recording settings', '/regdevices', 2, 'anywhere'],
    ['[RIGHT2-16] event profiles', '/eventdefinesetting', 1, 'at the server'],
    ['[RIGHT2-17] event download plans', '/eventdownloadplansetting', 2, 'at the server'],
    ['[RIGHT2-18] push event plans', '/pusheventplansetting', 1, 'at the server'],
    ['[RIGHT2-19] realtime event plans', '/realtimeeventplansetting', 1, 'at the server'],
    ['[RIGHT2-21] the firmware update', '/devicefirmwareupdate', 2, 'anywhere'],
    ['[RIGHT2-22] the talk log', '/talklog', 3, 'anywhere'],
    ['[RIGHT2-23] driver info', '/driversetting', 2, 'at the server'],
    ['[RIGHT2-24] face management', '/facerecognitionsetting', 1, 'anywhere'],
    ['[RIGHT2-25] event report scheduling', '/eventreportsetting', 1, 'anywhere'],
    ['[RIGHT2-26] random live view', '/rendomliveview', 1, 'anywhere'],
    ['[RIGHT2-27] the translation editor', '/i18neditor', 1, 'anywhere'],
    ['[RIGHT2-28] the report file list', '/reportfilelist', 1, 'anywhere'],
  ])('%s open below a permission number, some at the address of the server only', (_title, path, below, where) => {
    for (const permission of [0, 1, 2, 3, 4]) {
      expect(opens(path, visitor({ permission })), `${permission}`).toBe(permission < below)
      const elsewhere = visitor({ permission, atServer: false })
      expect(opens(path, elsewhere), `${permission} elsewhere`).toBe(permission < below && where === 'anywhere')
    }
  })

  it.each<[string, readonly PagePath[], AccessFlag]>([
    ['[RIGHT2-20] the mileage report', ['/mileage'], 'F_event'],
    ['[RIGHT2-33] the auto-upload search', ['/autoupload'], 'F_event'],
    ['[RIGHT2-34] events of today and the event query', ['/todayevents', '/queryeventex'], 'F_event'],
    ['[RIGHT2-34] remote device settings', ['/devicesetup'], 'F_rmdvrs'],
  ])('%s open with a flag, and without it for nobody', (_title, paths, flag) => {
    for (const path of paths) {
      expect(opens(path, visitor({ permission: 1 })), path).toBe(true)
      expect(opens(path, visitor({ without: [flag] })), path).toBe(false)
    }
  })

  it('[RIGHT2-20] [RIGHT2-34] mileage is at the address of the server only, netflow and embedded pages need a login, remote settings permission 0 or 1', () => {
    expect(opens('/mileage', visitor({ atServer: false }))).toBe(false)
    const nothing = visitor({ permission: 3, without: [...accessFlags] })
    expect([opens('/devicenetflow', nothing), opens('/iframe/:index', nothing)]).toEqual([true, true])
    expect([1, 2].map((permission) => opens('/devicesetup', visitor({ permission })))).toEqual([true, false])
  })
})

describe('pages and site switches', () => {
  const left = (site: Visitor['site']): Set<string> =>
    new Set(consolePages.filter((page) => !mayOpen(page, visitor({ site }))).map(({ path }) => path))

  it('[RIGHT-067] [RIGHT-085] disableAdvanced takes the advanced settings and the download plans away', () => {
    expect(left(resolveOptions({ disableAdvanced: true }))).toEqual(
      new Set([
        '/eventdefinesetting',
        '/pusheventplansetting',
        '/realtimeeventplansetting',
        '/eventreportsetting',
        '/facerecognitionsetting',
        '/eventdownloadplansetting',
      ]),
    )
    expect(opens('/eventdownloadplansetting', visitor({ permission: 1 }))).toBe(true)
  })

  it('[RIGHT-118] disableExtraAdmin takes the advanced settings and System Setting away', () => {
    expect(left(resolveOptions({ variant: 'callcentre' }))).toEqual(
      new Set([
        '/setting',
        '/eventdefinesetting',
        '/pusheventplansetting',
        '/realtimeeventplansetting',
        '/eventreportsetting',
        '/facerecognitionsetting',
      ]),
    )
  })

  it.each([
    ['[RIGHT-095] minimal has no map', ['/']],
    ['[RIGHT-099] minimal has no tree view', ['/treeview']],
    ['[RIGHT-100] minimal has no remote playback', ['/remoteplayback/:deviceid?']],
    ['[RIGHT-101] minimal has no page of events', ['/todayevents', '/queryeventex', '/autoupload']],
    ['[RIGHT-102] minimal has no live view', ['/liveview/:deviceid?']],
    ['[RIGHT-103] minimal has no playback', ['/splayback/:deviceid?']],
  ])('%s', (_, paths) => {
    const gone = left(resolveOptions({ variant: 'minimal' }))
    for (const path of paths) expect(gone, path).toContain(path)
  })

  it('[RIGHT-089] the variant of the site switches pages off, and leaves the others', () => {
    const gone = left(resolveOptions({ variant: 'minimal' }))
    expect(gone.size).toBeGreaterThan(0)
    for (const path of ['/blockview', '/idle', '/usersetting']) expect(gone, path).not.toContain(path)
    expect(left(resolveOptions({}))).toEqual(new Set())
  })

  it('[RIGHT-072] [RIGHT-073] [RIGHT-074] [VAR-17] System Setting is listed for admin, for others where the site says so, and not peer to peer', () => {
    const admin = { userName: 'admin' }
    expect(lists('/setting', visitor(admin))).toBe(true)
    expect(lists('/setting', visitor())).toBe(false)
    expect(lists('/setting', visitor({ site: resolveOptions({ allowSystemSetting: true }) }))).toBe(true)
    expect(lists('/setting', visitor({ ...admin, site: resolveOptions({ variant: 'p2p' }) }))).toBe(false)
  })
})

describe('pages and flags', () => {
  it('[RIGHT-082] [RIGHT-083] without F_gps there is neither the map nor GPS playback', () => {
    for (const path of ['/', '/gpsplayback'] as const) {
      expect(opens(path, visitor())).toBe(true)
      expect(opens(path, visitor({ without: ['F_gps'] }))).toBe(false)
      expect(lists(path, visitor({ without: ['F_gps'] }))).toBe(false)
    }
  })

  it('[RIGHT-081] GPS playback does not ask for the playback switch', () => {
    expect(opens('/gpsplayback', visitor({ site: resolveOptions({ disablePlayback: true }) }))).toBe(true)
    expect(opens('/gpsplayback', visitor({ without: ['P_lopb'] }))).toBe(true)
    expect(opens('/gpsplayback', visitor({ without: ['F_gps'] }))).toBe(false)
  })
})
