// @vitest-environment happy-dom
import { oldRecordingsPath } from '@fleetglass/contract/server-settings'
import { en, languages } from '@fleetglass/texts/languages'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { readSiteConfig } from '../../platform/config/index.ts'
import { addTexts, showLanguage } from '../../platform/texts/texts.ts'
import { calls, field, openSettings, puts, save, settingsPage } from './server-settings.fixtures.tsx'
import { databaseTab } from './tabs/database.ts'
import { eventsTab } from './tabs/events.ts'
import { recordOptionsTab } from './tabs/record-options.ts'

settingsPage()

/** A server that stores what is saved. */
function settingsServer() {
  const stored: Record<string, Record<string, unknown>> = {
    '/gkserver/protocol': {
      heartbeat: 7050,
      appcommand: 24_680,
      http: 8080,
      https: 8443,
      streamings: [8900],
      streaming: 8900,
      sslonly: false,
      disablelivestream: false,
      revision: 0,
      saved: [],
    },
    '/gkserver/certbot/domains': {
      domains: 'fleet.example',
      email: 'it@fleet.example',
      revision: 1,
      saved: ['domains'],
    },
    '/gkserver/network': { enable_server_ip: false, server_ip: '', revision: 0, saved: [] },
    '/gkserver/gpsrelay': { enable: false, ip: '', port: 7050, revision: 3, saved: ['port'] },
    '/gkserver/gmsjs': { text: 'x()', revision: 1, saved: ['text'] },
    '/gkserver/googlekey': { googleKey: 'k', revision: 2, saved: [] },
    '/gkserver/center': { center: '1,2', revision: 2, saved: [] },
    '/gkserver/smtp': {
      mail: { server: 'mx', port: 25, security: '2', auth: '1', user: '', pass: '***', from: '', name: '' },
      revision: 0,
      saved: [],
    },
  }
  let refusal: object | null = null
  const http = Object.fromEntries(
    Object.keys(stored).map((path) => [
      path,
      (body: unknown) => {
        const { username: _, password: __, ...given } = (body ?? {}) as Record<string, unknown>
        if (Object.keys(given).length === 0) return stored[path]
        if (refusal !== null) return refusal
        stored[path] = { ...stored[path], ...given, revision: Number(stored[path]?.['revision']) + 1 }
        return { hasError: false, message: 'OK' }
      },
    ]),
  )
  return {
    http,
    refuse: (message: string, parameters = {}) => {
      refusal = { hasError: true, code: 'invalid-field', message, parameters }
    },
  }
}

async function page(path = '/setting', server = settingsServer()) {
  await openSettings(path, { http: server.http })
  await screen.findByRole('heading', { name: 'System Setting' })
  return server
}

const asked = () => calls().map(({ method, path }) => `${method} ${path}`)
/** Without the marks that keep the direction of a part. */
const faultOf = (input: HTMLInputElement): string =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join()
    .replace(/[\u2068\u2069]/g, '')
const tabNames = () => screen.getAllByRole('tab').map((tab) => tab.textContent)

describe('server settings', () => {
  it('[SET-001] [SET-003] the page shows the first tab; another one is read when it is opened', async () => {
    await page()
    await field('GPS reports (UDP)')
    expect(asked()).toContain('POST /gkserver/protocol')
    expect(asked().join()).not.toContain('gpsrelay')
    await act(async () => fireEvent.click(screen.getByRole('tab', { name: 'GPS Relay' })))
    expect((await field('Port (UDP)')).value).toBe('7050')
    expect(asked()).toContain('GET /gkserver/gpsrelay')
    expect(screen.getByRole('tab', { name: 'GPS Relay' }).getAttribute('aria-selected')).toBe('true')
  })

  it('[SET-003] a tab that was open before is not read again, and one that was never open is not read', async () => {
    await page()
    for (const [name, label] of [
      ['Protocol', 'GPS reports (UDP)'],
      ['GPS Relay', 'Port (UDP)'],
      ['Protocol', 'GPS reports (UDP)'],
      ['GPS Relay', 'Port (UDP)'],
    ] as const) {
      await act(async () => fireEvent.click(screen.getByRole('tab', { name })))
      await field(label)
    }
    const times = (call: string) => asked().filter((one) => one === call).length
    expect(['POST /gkserver/protocol', 'GET /gkserver/gpsrelay'].map(times)).toEqual([1, 1])
    const others = ['GET /gkserver/network', 'GET /gkserver/googlekey', 'GET /gkserver/center', 'POST /gkserver/smtp']
    expect(others.map(times)).toEqual([0, 0, 0, 0])
  })

  it('a tab with values of the configuration file says so, and another one does not', async () => {
    await page('/setting?tab=gps-relay')
    await field('Port (UDP)')
    expect(screen.queryByText(/configuration file/)).toBeNull()
    await act(async () => fireEvent.click(screen.getByRole('tab', { name: 'Network' })))
    expect(await screen.findByText('These values come from the configuration file of the server.')).toBeTruthy()
  })

  it('[SET-002] the page has these 20 tabs, in this order', async () => {
    await page()
    await waitFor(() => expect(screen.queryAllByRole('tab')).toHaveLength(20))
    expect(tabNames()).toEqual([
      'Protocol',
      'Network',
      'DDNS',
      'Maintain',
      'GPS Relay',
      'Google Map',
      'Events',
      'Device Redirect',
      'SSL Setting',
      "Let's Encrypt",
      'Extra JS',
      'Record Disks',
      'Record Options',
      'Event Recover',
      'Database',
      'Push Event',
      'Nominatim',
      'Heart Beat Relay',
      'Email Sender',
      'Iframes',
    ])
  })

  it('a tab is found by its title and by the words of its fields', async () => {
    await page()
    const search = screen.getByRole('searchbox')
    fireEvent.change(search, { target: { value: 'password' } })
    await waitFor(() => expect(tabNames()).toContain('Email Sender'))
    expect(tabNames()).not.toContain('Nominatim')
    fireEvent.change(search, { target: { value: 'zzz' } })
    expect(await screen.findByText('Nothing matches the search')).toBeTruthy()
  })

  it('[SET-005] a save sends the fields with the revision that was read, and says that it is done', async () => {
    await page('/setting?tab=gps-relay')
    fireEvent.change(await field('Address'), { target: { value: 'relay.example.org' } })
    expect(screen.getByText('Unsaved changes')).toBeTruthy()
    await act(async () => fireEvent.click(save()))
    await waitFor(() => expect(puts()).toHaveLength(1))
    expect(puts()[0]?.body).toMatchObject({ enable: false, ip: 'relay.example.org', port: 7050, revision: 3 })
    expect(await screen.findByText('GPS Relay: saved')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull())
  })

  it('a value that the rules refuse is marked while it is typed, and is not sent', async () => {
    await page('/setting?tab=gps-relay')
    const port = await field('Port (UDP)')
    fireEvent.change(port, { target: { value: '70000' } })
    await waitFor(() => expect(port.getAttribute('aria-invalid')).toBe('true'))
    expect(save().disabled).toBe(true)
  })

  it('[SET-005] the reason of the server stands at the field that it names, and in a toast', async () => {
    const server = await page('/setting?tab=gps-relay')
    server.refuse('ip: has no address')
    const address = await field('Address')
    fireEvent.change(address, { target: { value: 'nowhere.invalid' } })
    await act(async () => fireEvent.click(save()))
    await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getAllByText(/has no address/).length).toBeGreaterThan(0)
  })

  it.each(['tw', 'ar'])(
    '[SET-005] in %s the rule while typing and the reason of the server stand at the field in that language',
    async (language) => {
      const texts = languages.find(({ config }) => config === language)?.texts ?? en
      const server = await page('/setting?tab=gps-relay')
      addTexts(language, texts)
      const port = await field('Port (UDP)')
      await act(() => showLanguage(language))
      try {
        fireEvent.change(port, { target: { value: '70000' } })
        const filled = texts['rule.not-number'].replace('{{min}}', '1').replace('{{max}}', '65535')
        await waitFor(() => expect(faultOf(port)).toBe(filled))
        fireEvent.change(port, { target: { value: '7000' } })
        server.refuse('port: is empty', { field: 'port', reason: 'is empty', rule: 'empty' })
        await act(async () => fireEvent.submit(port.form as HTMLFormElement))
        await waitFor(() => expect(faultOf(port)).toBe(texts['rule.empty']))
      } finally {
        await act(() => showLanguage('en'))
      }
    },
  )

  it('of a tab with two calls only the one that changed is sent', async () => {
    await page('/setting?tab=google-map')
    fireEvent.change(await field('Map centre'), { target: { value: '51.5,7.25' } })
    await act(async () => fireEvent.click(save()))
    await waitFor(() => expect(puts()).toHaveLength(1))
    expect(puts()[0]).toMatchObject({ path: '/gkserver/center', body: { center: '51.5,7.25', revision: 2 } })
  })

  it('[SET-043] the key of Google Map has a field, and is saved as it was typed', async () => {
    await page('/setting?tab=google-map')
    const key = await field('Google key')
    expect(key.value).toBe('k')
    fireEvent.change(key, { target: { value: 'AIza-2' } })
    await act(async () => fireEvent.click(save()))
    await waitFor(() => expect(puts()).toHaveLength(1))
    expect(puts()[0]).toMatchObject({ path: '/gkserver/googlekey', body: { googleKey: 'AIza-2', revision: 2 } })
  })

  it('[SET-110] a password is shown as stars, and they are sent back', async () => {
    await page('/setting?tab=email')
    const password = await field('Password')
    expect([password.type, password.value]).toEqual(['password', '***'])
    fireEvent.change(await field('Port'), { target: { value: '587' } })
    await act(async () => fireEvent.click(save()))
    await waitFor(() => expect(puts()).toHaveLength(1))
    expect(puts()[0]?.body).toMatchObject({ mail: { server: 'mx', port: 587, pass: '***' } })
  })

  it.each([
    ['gmsScriptError', 'ReferenceError: x is not defined (1)', /^The script failed in this page: ReferenceError/],
    ['gmsSafeMode', true, 'Safe mode: the saved script was not run in this page.'],
  ])('the tab Extra JS shows how the script went in this page: %s', async (name, value, text) => {
    vi.stubGlobal(name, value)
    await page('/setting?tab=extra-js')
    await field('Script')
    expect(screen.getByText(text)).toBeTruthy()
    vi.unstubAllGlobals()
  })

  it('[SET-062] requesting a certificate says that it is being tried', async () => {
    const server = settingsServer()
    const http = { ...server.http, '/gkserver/certbot': () => ({ hasError: false, message: 'OK' }) }
    await page('/setting?tab=lets-encrypt', { ...server, http })
    fireEvent.click(await screen.findByRole('button', { name: 'Request certificate' }))
    expect(await screen.findByText('Trying get certificate now')).toBeTruthy()
    expect(asked()).toContain('POST /gkserver/certbot')
  })

  it('[SET-045] [SET-046] the saved key and centre win over the options of the site', () => {
    const site = { mapCenter: '1,2', mapKey: 'old', mapZoom: 9 }
    const { mapCenter, mapKey, mapZoom } = readSiteConfig(site, () => {}, { mapCenter: '51.5,7.25', mapKey: 'new' })
    expect([mapCenter, mapKey, mapZoom]).toEqual([{ lat: 51.5, lng: 7.25 }, 'new', 9])
    expect(readSiteConfig(site, () => {}, undefined).mapKey).toBe('old')
    expect(readSiteConfig(undefined, () => {}, { mapKey: 'new' }).mapKey).toBe('new')
  })

  it('a save that keeps less shows what goes and is confirmed first; one that keeps more is not asked about', async () => {
    let recorddays = 30
    const path = '/gkserver/recordoption'
    const http = {
      [path]: (body: unknown) => {
        const { recorddays: wanted } = (body ?? {}) as { readonly recorddays?: number }
        if (wanted === undefined) return { recorddays, revision: 1, saved: [] }
        recorddays = wanted
        return { hasError: false, message: 'OK' }
      },
      [oldRecordingsPath]: () => ({
        hasError: false,
        message: 'OK',
        old: [{ kind: 'recordings', beforeMs: 0, count: 3 }],
      }),
    }
    await openSettings('/setting?tab=record-options', { http })
    const days = async (text: string) => {
      fireEvent.change(await field('Days to keep recordings'), { target: { value: text } })
      await act(async () => fireEvent.click(save()))
    }
    await days('7')
    const dialog = within(await screen.findByRole('dialog', { name: 'Keep less?' }))
    await dialog.findByText(/in files of a minute: 3/)
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Cancel' })))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(puts()).toEqual([])
    await days('60')
    await waitFor(() => expect(puts()).toMatchObject([{ path, body: { recorddays: 60 } }]))
    await days('8')
    const again = within(await screen.findByRole('dialog', { name: 'Keep less?' }))
    await act(async () => fireEvent.click(again.getByRole('button', { name: 'Save and delete' })))
    await waitFor(() => expect(puts()).toHaveLength(2))
    expect(recorddays).toBe(8)
  })

  it.each([
    ['records of 30 days after no limit', recordOptionsTab, { recorddays: 0 }, { recorddays: 30 }, true],
    ['no limit after 30 days', recordOptionsTab, { recorddays: 30 }, { recorddays: 0 }, false],
    ['900 MB after 1 GB', eventsTab, { footagesize: '1G' }, { footagesize: '900M' }, true],
    ['2 TB after 100 GB', eventsTab, { footagesize: '100G' }, { footagesize: '2T' }, false],
    ['no limit after 100 GB', eventsTab, { footagesize: '100G' }, { footagesize: '' }, false],
    ['events of 180 days after 360', databaseTab, { events: 360, gps: 0 }, { events: 180, gps: 0 }, true],
  ])('whether a save is confirmed: %s', (_, tab, before, next, isAsked) => {
    expect(tab.keepsLess?.(before, next)).toBe(isAsked)
  })
})
