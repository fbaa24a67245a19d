// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { device, fix } from '../../../engines/fleet/fleet.fixtures.ts'
import { memoryStore, storageKeys } from '../../../platform/storage/index.ts'
import { remembered } from '../../console.fixtures.tsx'
import { builtPages } from '../../pages.ts'
import { at, footer, open, setUpShell, start } from '../shell.fixtures.tsx'

setUpShell()

describe('the footer', () => {
  const server = { version: '7.4.2', maxLicence: 500, expiresS: 1_798_675_200, timeZoneHours: 5.5, streamPort: 8900 }

  it('[FOOT-01] stands on every screen except the login', async () => {
    const paths = builtPages.map(({ path }) => path.replace(/\/:.*$/, '')).filter((path) => path !== '/')
    expect(paths.length).toBeGreaterThan(15)
    for (const path of paths) {
      await start(path)
      await footer()
      await waitFor(() => expect(document.querySelector('main, #content')).not.toBeNull())
      expect(document.querySelectorAll('footer.footer')).toHaveLength(1)
      open?.close()
      cleanup()
    }
    await start('/login', { store: memoryStore() })
    await screen.findByRole('button', { name: /^Log in$/ })
    expect(document.querySelector('footer')).toBeNull()
  })

  it('[FOOT-02] [FOOT-03] [FOOT-04] [FOOT-05] shows the time of the server with its zone, moved on each second', async () => {
    const { clock, fleet } = await start('/blockview')
    const bar = await footer()
    act(() => fleet.setServer(server))
    expect(bar.textContent).toContain('2026-01-05 17:30:00 UTC+05:30')
    act(() => clock.advance(1000))
    expect(bar.textContent).toContain('2026-01-05 17:30:01 UTC+05:30')
  })

  it('[SYNC-13] [SYNC-14] the heartbeat flashes for 500 ms when a complete list has come', async () => {
    const { clock, list } = await start('/blockview')
    const bar = await footer()
    const flashing = () => bar.querySelector('.heartbeat')?.getAttribute('data-beat')
    expect(flashing()).toBe('false')
    for (const _ of ['first list', 'second list']) {
      list(device({ deviceId: 'van' }))
      expect(flashing()).toBe('true')
      act(() => clock.advance(499))
      expect(flashing()).toBe('true')
      act(() => clock.advance(1))
      expect(flashing()).toBe('false')
    }
  })

  const barOf = async (userName: string) => {
    const { fleet } = await start('/blockview', {
      store: memoryStore({ ...remembered, [storageKeys.userName]: userName }),
    })
    const bar = await footer()
    act(() => fleet.setServer(server))
    return bar.textContent
  }

  it('[FOOT-07] [FOOT-08] [FOOT-09] the administrator’s line has version, licence and the day it ends', async () => {
    const text = await barOf('admin')
    for (const line of ['Version 7.4.2', 'Licence for 500 devices', 'Valid until 2026-12-31'])
      expect(text).toContain(line)
  })

  it.each(['Admin', 'root'])(
    '[FOOT-06] [FOOT-10] only the account named admin has that line, and %s has not',
    async (name) => {
      expect(await barOf('admin')).toMatch(/Version.*Licence.*Valid/)
      open?.close()
      cleanup()
      expect(await barOf(name)).not.toMatch(/Version|Licence|Valid/)
    },
  )

  it('[CONST0-18] [CONST0-19] until the server has reported its version the console shows its own, 1.0.3', async () => {
    await start('/blockview')
    expect((await footer()).textContent).toContain('Version 1.0.3')
  })

  it('[FOOT-14] [FOOT-22] on a phone OverSpeed is hidden where the map is disabled, and only there', async () => {
    for (const disableMap of [true, false]) {
      await start('/blockview', { mobile: true, site: { disableMap } })
      const bar = await footer()
      const names = within(bar)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')?.replace(/: \d+$/, ''))
      const speed = disableMap ? [] : ['OverSpeed']
      const others = ['Online', 'Offline', 'All', 'Recording', 'Not Record']
      expect(names).toEqual(['Driving', 'Idle', ...speed, ...others])
      expect(within(bar).getByRole('button', { name: /^Driving/ }).title).toBe('Driving')
      open?.close()
      cleanup()
    }
  })

  it('[FOOT-24] [FOOT-25] printing with an empty print area leads home; with something in it, it prints; without printing nothing happens', async () => {
    for (const begin of [
      () => fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true }),
      () => window.dispatchEvent(new Event('beforeprint')),
    ]) {
      await start('/blockview')
      await footer()
      act(() => document.getElementById('print-area')?.append('a report'))
      act(() => void begin())
      expect(at()).toBe('/blockview')
      act(() => document.getElementById('print-area')?.replaceChildren())
      act(() => void begin())
      // Home has no map here, and leads on.
      await waitFor(() => expect(at()).toBe('/idle'))
      open?.close()
      cleanup()
    }
  })

  it('[CONST0-20] times are written YYYY-MM-DD HH:mm:ss', async () => {
    const { list } = await start('/blockview')
    await footer()
    list(device({ position: fix({ speedKmh: 10 }) }))
    expect(document.querySelector('.device-table')?.textContent).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
  })
})
