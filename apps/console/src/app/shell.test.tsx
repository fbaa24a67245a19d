// @vitest-environment happy-dom
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { embeddedPagesPath } from '@fleetglass/contract/embedded-pages'
import { mayOpen, pageOf, redirectsTo } from '@fleetglass/contract/pages'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { device, fix } from '../engines/fleet/fleet.fixtures.ts'
import { readSiteConfig } from '../platform/config/index.ts'
import { memoryStore, storageKeys } from '../platform/storage/index.ts'
import { giveElementsSize } from '../ui/virtual-list.fixtures.ts'
import { remembered } from './console.fixtures.tsx'
import { at, flags, footer, open, setUpShell, start } from './shell/shell.fixtures.tsx'

setUpShell()

describe('the pages', () => {
  it.each([
    ['[SHELL-025] [SHELL-093] /blockview opens the dashboard', '/blockview', 'Dashboard · Fleetglass', '.device-table'],
    [
      '[SHELL-030] /liveview opens the live view with its devices',
      '/liveview',
      'Live view · Fleetglass',
      '.device-sidebar',
    ],
    [
      '[SHELL-032] /liveview/{deviceid} opens the live view of the device',
      '/liveview/van',
      'Live view · Fleetglass',
      '.device-live',
    ],
    ['[SHELL-036] /splayback opens local playback', '/splayback', 'Playback · Fleetglass', '.playback-page'],
    [
      '[SHELL-037] /splayback/{deviceid} opens it for the device',
      '/splayback/van',
      'Playback · Fleetglass',
      '.playback-page',
    ],
    [
      '[SHELL-038] /remoteplayback opens remote playback',
      '/remoteplayback',
      'Remote playback · Fleetglass',
      '.remote-page',
    ],
    [
      '[SHELL-039] /remoteplayback/{deviceid} opens it for the device',
      '/remoteplayback/van',
      'Remote playback · Fleetglass',
      '.remote-page',
    ],
    ['[SHELL-054] [SHELL-093] /idle opens the idle screen', '/idle', 'Idle · Fleetglass', '.idle-page'],
  ])('%s', async (_title, path, title, content) => {
    const { list } = await start(path)
    await footer()
    list(device({ deviceId: 'van' }))
    await waitFor(() => {
      expect(document.querySelector(content)).not.toBeNull()
      expect([at(), document.title]).toEqual([path, title])
    })
  })

  it('[CONST0-25] [CONST0-26] [LIVE-47] live view and playback offer the first 8 channels, or as many as the site sets', async () => {
    const channels = Array.from({ length: 20 }, (_, index) => ({ number: 20 - index, name: '' }))
    const first = (count: number) => channels.slice(0, count).map(({ number }) => String(number))
    for (const [site, offered] of [
      [{}, first(8)],
      [{ offeredChannels: 12 }, first(12)],
    ] as const) {
      for (const [path, button] of [
        ['/liveview/van', '.channel-toggle'],
        ['/splayback/van', '.channel-button'],
      ] as const) {
        const { list } = await start(path, { site })
        await footer()
        list(device({ deviceId: 'van', channelCount: 20, channels }))
        await waitFor(() => expect(document.querySelector(button)).not.toBeNull())
        const shown = [...document.querySelectorAll(`${button} .num`)].map((number) => number.textContent)
        expect([path, shown]).toEqual([path, offered])
        open?.close()
        cleanup()
      }
    }
  })

  it('[CONST0-05] [CONST0-06] [CONST0-07] [CONST0-12] the live view has another factor for miles than the dashboard, and rounds after it', async () => {
    const shown = async (path: string, at: string) => {
      const { list } = await start(path, { store: memoryStore({ ...remembered, [storageKeys.lengthUnit]: 'mile' }) })
      await footer()
      list(device({ deviceId: 'van', position: fix({ speedKmh: 86.1 }) }))
      const text = await waitFor(() => document.querySelector(at)?.textContent ?? Promise.reject(new Error(at)))
      open?.close()
      cleanup()
      return text
    }
    const giveBackSize = giveElementsSize()
    // 86.1 km/h are 53.502 miles an hour by one factor and 53.4999 by the other.
    expect(await shown('/blockview', '.device-table tbody')).toContain('54 mi/h')
    expect(await shown('/liveview/van', '.gauge-speed')).toBe('53')
    expect(await shown('/liveview', '.device-entry-state')).toBe('53 mi/h')
    giveBackSize()
  })

  it('[SHELL-027] /login opens the login screen', async () => {
    await start('/login', { store: memoryStore() })
    expect(await screen.findByRole('button', { name: /^Log in$/ })).toBeTruthy()
  })

  it('[SHELL-072] [SHELL-078] an unknown address, and one of a page that is not offered here, leads home and leaves nothing behind', async () => {
    const before = window.history.length
    for (const path of ['/nowhere', '/setting', '/liveview/a/b']) {
      await start(path)
      // Home is the map; without one it is the idle screen.
      await waitFor(() => expect(at()).toBe('/idle'))
      open?.close()
      cleanup()
    }
    expect(window.history.length).toBe(before)
  })

  it('[DASH-03] [DASH-04] [RIGHT1-05] [RIGHT1-16] without P_dash the dashboard gives way to the idle screen, with the hint of the site', async () => {
    await start('/blockview', { access: flags('P_live') })
    await waitFor(() => expect(at()).toBe('/idle'))
    expect(document.querySelector('.notice')).toBeNull()
    open?.close()
    cleanup()
    await start('/blockview', { access: flags('P_live'), site: { noRightHint: 'Ask the dispatcher' } })
    await waitFor(() => expect(at()).toBe('/idle'))
    expect(await screen.findByText('Ask the dispatcher')).toBeTruthy()
  })

  it('[RIGHT-004] P_dash alone opens the dashboard, and all other flags without it do not', async () => {
    await start('/blockview', { access: flags('P_dash') })
    await waitFor(() => expect(document.querySelector('.device-table')).not.toBeNull())
    expect(at()).toBe('/blockview')
    open?.close()
    cleanup()
    await start('/blockview', { access: withoutFlags(fullAccess, ['P_dash']) })
    await waitFor(() => expect(at()).not.toBe('/blockview'))
  })

  it('[LIVE-03] [SHELL-077] without P_live the live view gives way to home', async () => {
    await start('/liveview/van', { access: flags('P_dash'), mobile: true })
    await waitFor(() => expect(at()).toBe('/blockview'))
  })

  it('[LIVE-49] it shows the reason where the site has a text for it, and then goes home', async () => {
    await start('/liveview/van', { access: flags('P_dash'), mobile: true, site: { noRightHint: 'Ask the dispatcher' } })
    await waitFor(() => expect(at()).toBe('/blockview'))
    expect(await screen.findByText('Ask the dispatcher')).toBeTruthy()
  })

  it('[LIVE-49] a user above permission 0 is sent home from the random live view', () => {
    const page = pageOf('/rendomliveview')
    for (const permission of [1, 2, 3]) {
      const rights = { permission, access: fullAccess }
      const visitor = { rights, userName: 'anna', mobile: false, site: readSiteConfig({}), atServer: true }
      expect([permission, mayOpen(page, visitor), redirectsTo(page, visitor)]).toEqual([permission, false, '/'])
    }
  })

  it('[MAP-48] [MAP-49] [SHELL-077] the map gives way to the idle screen where it is disabled, and first of all to the list on a phone', async () => {
    await start('/')
    await waitFor(() => expect(at()).toBe('/idle'))
    open?.close()
    cleanup()
    await start('/', { mobile: true })
    await waitFor(() => expect(at()).toBe('/blockview'))
  })
})

describe('embedded pages', () => {
  const iframes = [
    { title: 'Weather', url: 'https://weather.test/map' },
    { title: 'Handbook', url: '/handbook.html' },
  ]
  const http = { [embeddedPagesPath]: () => ({ iframes }) }

  it('[SHELL-070] [API0-30] [IFR-01] [IFR-03] /iframe/{index} shows the page of the index, and the navigation names each', async () => {
    await start('/iframe/0', { http })
    const frame = await screen.findByTitle<HTMLIFrameElement>('Weather')
    expect(frame.src).toBe('https://weather.test/map')
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    expect((await screen.findByRole('link', { name: 'Handbook' })).getAttribute('href')).toBe('/iframe/1')
  })

  it('an embedded page cannot take the sandbox off: one of this server has an origin of its own', async () => {
    await start('/iframe/1', { http })
    const frame = await screen.findByTitle<HTMLIFrameElement>('Handbook')
    expect(frame.getAttribute('sandbox')).toContain('allow-scripts')
    expect(frame.getAttribute('sandbox')).not.toContain('allow-same-origin')
    expect(frame.getAttribute('sandbox')).not.toContain('allow-top-navigation')
  })

  it('[IFR-02] an index that is not configured leads home', async () => {
    for (const index of ['2', 'x', '-1']) {
      await start(`/iframe/${index}`, { http, mobile: true })
      await waitFor(() => expect(at()).toBe('/blockview'))
      open?.close()
      cleanup()
    }
  })
})
