import { en } from '@fleetglass/texts/languages'
import { describe, expect, it } from 'vitest'
import { type AccessFlag, accessFlags } from '../access/index.ts'
import { resolveOptions } from '../variants/index.ts'
import {
  type ConsolePage,
  consolePages,
  isListed,
  isSameHost,
  landingPath,
  mayOpen,
  pageAt,
  pageOf,
  redirectsTo,
  type Visitor,
} from './index.ts'

/** A visitor with the named flags only. */
function visitor(flags: readonly AccessFlag[], change: Partial<Visitor> & { permission?: number } = {}): Visitor {
  const { permission = 2, ...rest } = change
  const access = accessFlags.map((flag) => (flags.includes(flag) ? '1' : '0')).join('')
  return {
    rights: { permission, access },
    userName: 'somebody',
    mobile: false,
    atServer: true,
    site: resolveOptions({}),
    ...rest,
  }
}
const listedFor = (who: Visitor): string[] => consolePages.filter((page) => isListed(page, who)).map(({ path }) => path)

describe('the table of pages', () => {
  it('has every route of the product, each once, and a text for each title', () => {
    const routes =
      '/ /blockview /treeview /login /routeplanning /fence /liveview /rendomliveview /liveview/a /videotest /audiotest /gpsplayback /splayback /splayback/a /remoteplayback /remoteplayback/a /setting /devicesetup /regdevices /usersetting /groupsetting /groupsummary /todayevents /queryeventex /mileage /eventdefinesetting /eventdownloadplansetting /pusheventplansetting /realtimeeventplansetting /devicefirmwareupdate /idle /uslog /accesslog /talklog /autoupload /fleethealth /diskinfo /deviceusage /devicenetflow /driversetting /devicemodelinfo /performanceinfo /facerecognitionsetting /eventreportsetting /reportfilelist /i18neditor /permission /evidence /fleetoverview /pdf/0 /iframe/0'
    const found = routes.split(' ').map((route) => pageAt(route)?.path)
    expect(found).not.toContain(undefined)
    expect(new Set(found)).toEqual(new Set(consolePages.map(({ path }) => path)))
    expect(new Set(consolePages.map(({ path }) => path)).size).toBe(consolePages.length)
    for (const { titleKey } of consolePages) expect(en[titleKey], titleKey).toBeTruthy()
  })

  it('other addresses are none of it', () => {
    for (const path of ['/liveviews', '/liveview/a/b', '/iframe', '/iframe/0/1', '/BLOCKVIEW', '', '//', '/login/x'])
      expect(pageAt(path), path).toBeNull()
    expect(pageAt('/idle/')?.path).toBe('/idle')
  })

  it('[SHELL-093] the titles are those the document names', () => {
    expect(['/', '/blockview', '/idle'].map((path) => en[(pageAt(path) as ConsolePage).titleKey])).toEqual([
      'Welcome',
      'Dashboard',
      'Idle',
    ])
    expect(en[pageOf('/liveview/:deviceid?').titleKey]).toBe(en['nav.live'])
  })
})

describe('entries of the navigation', () => {
  it.each<[string, AccessFlag, readonly string[]]>([
    ['[SHELL-079] the dashboard', 'P_dash', ['/blockview']],
    ['[SHELL-080] the tree view', 'P_tree', ['/treeview']],
    ['[SHELL-081] the live view', 'P_live', ['/liveview/:deviceid?']],
    ['[SHELL-083] local playback', 'P_lopb', ['/splayback/:deviceid?', '/evidence']],
    ['[SHELL-084] remote playback', 'P_repb', ['/remoteplayback/:deviceid?']],
    ['[SHELL-085] events', 'F_event', ['/todayevents', '/queryeventex', '/autoupload', '/mileage', '/fleetoverview']],
    ['[SHELL-087] remote device settings', 'F_rmdvrs', ['/devicesetup']],
  ])('%s: with its flag, and without it never', (_title, flag, paths) => {
    const none = listedFor(visitor([], { permission: 1 }))
    const one = listedFor(visitor([flag], { permission: 1 }))
    expect(one.filter((path) => !none.includes(path))).toEqual(paths)
    expect(none.filter((path) => paths.includes(path))).toEqual([])
  })

  it('[SHELL-082] GPS playback: with its flag and a map', () => {
    expect(listedFor(visitor(['P_gppb', 'F_gps']))).toContain('/gpsplayback')
    for (const flags of [['P_gppb'], ['F_gps']] as AccessFlag[][])
      expect(listedFor(visitor(flags))).not.toContain('/gpsplayback')
  })

  it('[SHELL-088] the talk log: with its flag', () => {
    expect(listedFor(visitor(['F_talk']))).toContain('/talklog')
    expect(listedFor(visitor([]))).not.toContain('/talklog')
  })

  it('[SHELL-090] the settings menu is there at the address of the server only', () => {
    const settings = (atServer: boolean) =>
      consolePages.filter(
        (page: ConsolePage) =>
          page.menu === 'settings' && isListed(page, visitor([], { permission: 0, userName: 'admin', atServer })),
      )
    expect(settings(false)).toEqual([])
    expect(settings(true).length).toBeGreaterThan(10)
    const elsewhere = listedFor(visitor([...accessFlags], { permission: 0, userName: 'admin', atServer: false }))
    for (const path of ['/treeview', '/uslog']) expect(elsewhere).toContain(path)
  })

  it('does not list pages without a menu, even for users who may open them', () => {
    const listed = listedFor(visitor([...accessFlags], { permission: 0, userName: 'admin' }))
    for (const path of ['/login', '/rendomliveview', '/iframe/:index']) expect(listed).not.toContain(path)
  })

  it('[SHELL-091] hosts are compared without case, and nothing else is the same', () => {
    expect(isSameHost('Fleet.Example', 'fleet.example')).toBe(true)
    expect(isSameHost('fleet.example', ' fleet.example ')).toBe(true)
    for (const address of ['other.example', 'fleet.example.org', '', null])
      expect(isSameHost('fleet.example', address), String(address)).toBe(false)
  })

  it('[SHELL-092] settings, reports and information hold the pages the document names', () => {
    const menu = (name: string) =>
      consolePages.filter((page: ConsolePage) => page.menu === name).map(({ path }) => path)
    expect(menu('settings').sort()).toEqual(
      '/setting /usersetting /groupsetting /groupsummary /permission /regdevices /devicefirmwareupdate /driversetting /facerecognitionsetting /eventdefinesetting /eventdownloadplansetting /pusheventplansetting /realtimeeventplansetting /eventreportsetting /routeplanning /fence /i18neditor'
        .split(' ')
        .sort(),
    )
    // The last two are ours.
    expect(menu('reports')).toEqual(['/mileage', '/devicenetflow', '/reportfilelist', '/evidence', '/fleetoverview'])
    // And the fleet health.
    expect(menu('information').sort()).toEqual(
      '/talklog /uslog /accesslog /fleethealth /diskinfo /deviceusage /devicemodelinfo /performanceinfo'
        .split(' ')
        .sort(),
    )
  })
})

describe('where those are led who may not open a page', () => {
  it('[SHELL-077] home or the idle screen, and a phone from the map to the list; never in a circle', () => {
    const visitors = [true, false].flatMap((mobile) => [
      visitor([], { mobile }),
      visitor([...accessFlags], { mobile, permission: 0 }),
      visitor(['F_gps', 'P_dash'], { mobile, atServer: false, site: resolveOptions({ variant: 'minimal' }) }),
    ])
    for (const who of visitors) {
      for (const page of consolePages as readonly ConsolePage[]) {
        const targets: string[] = []
        for (let at = page; !mayOpen(at, who); ) {
          const target = redirectsTo(at, who)
          expect(['/', '/idle', ...(who.mobile && at.path === '/' ? ['/blockview'] : [])]).toContain(target)
          expect(targets, `from ${page.path}`).not.toContain(target)
          targets.push(target)
          at = pageOf(target)
        }
      }
    }
  })

  it('a phone is led from the map to the list, and with everything else to where a desktop is', () => {
    const [phone, desktop] = [visitor([], { mobile: true }), visitor([])]
    expect([redirectsTo(pageOf('/'), phone), redirectsTo(pageOf('/'), desktop)]).toEqual(['/blockview', '/idle'])
    expect(redirectsTo(pageOf('/treeview'), phone)).toBe(redirectsTo(pageOf('/treeview'), desktop))
  })

  it('[RIGHT2-05] a page of the server’s address alone is refused elsewhere', () => {
    const admin = (atServer: boolean) => visitor([], { permission: 0, atServer })
    for (const path of ['/setting', '/fence', '/routeplanning'] as const)
      expect([mayOpen(pageOf(path), admin(true)), mayOpen(pageOf(path), admin(false))], path).toEqual([true, false])
  })

  it('[LOGIN-08] [LOGIN-09] [LOGIN-10] a login lands on the map, on a phone or without a map on the dashboard', () => {
    const all = [...accessFlags]
    const without = { site: resolveOptions({ disableMap: true }) }
    expect(landingPath(visitor(all))).toBe('/')
    expect(landingPath(visitor(all, { mobile: true }))).toBe('/blockview')
    expect(landingPath(visitor(all, without))).toBe('/blockview')
    expect(landingPath(visitor(['P_dash']))).toBe('/blockview')
  })
})
