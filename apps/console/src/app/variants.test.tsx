// @vitest-environment happy-dom
// Each variant walked in the whole console: what the page's setting takes away, adds and renames on the screen.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { device, fix } from '../engines/fleet/fleet.fixtures.ts'
import { memoryStore, storageKeys } from '../platform/storage/index.ts'
import { startAllTexts } from '../platform/texts/texts.fixtures.ts'
import { openConsole, remembered } from './console.fixtures.tsx'

type Console = Awaited<ReturnType<typeof openConsole>>

let open: Console | null = null

async function start(path: string, site: object, stored: Record<string, string> = {}): Promise<Console> {
  const host = window.location.hostname
  const store = memoryStore({ ...remembered, [storageKeys.serverIp]: host, ...stored })
  open = await openConsole({ path, store, host, site })
  await waitFor(() => document.querySelector('footer.footer') ?? Promise.reject(new Error('no footer')))
  return open
}
const stop = () => {
  open?.close()
  open = null
  cleanup()
}
const at = () => window.location.pathname
const entries = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
const columns = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent)
const accountMenu = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Account of admin' }))
  await screen.findByRole('button', { name: /Log out/ })
}

beforeAll(() => startAllTexts())
afterEach(stop)

describe('minimal', () => {
  const minimal = { variant: 'minimal' }

  it('[RIGHT-088] [RIGHT-096] has the dashboard and what no switch takes away, and no idle countdown', async () => {
    await start('/blockview', { disableMap: false })
    expect(entries()).toEqual(expect.arrayContaining(['/', '/blockview', '/liveview', '/splayback']))
    expect(document.querySelector('.idle-clock')).not.toBeNull()
    stop()
    await start('/blockview', minimal)
    expect(entries()).toEqual(['/blockview', '/gpsplayback', '/devicesetup'])
    expect(document.querySelector('.idle-clock')).toBeNull()
  })

  it.each([
    ['[RIGHT-095] leads away from the map', '/'],
    ['[RIGHT-102] leads away from the live view', '/liveview'],
    ['[RIGHT-103] leads away from the playback', '/splayback'],
  ])('%s', async (_, path) => {
    await start(path, minimal)
    await waitFor(() => expect(at()).toBe('/idle'))
  })

  it('[RIGHT-084] [RIGHT-101] listens to no events and has no switch for them', async () => {
    const { eventSockets } = await start('/blockview', {})
    await waitFor(() => expect(eventSockets).toHaveLength(1))
    await accountMenu()
    expect(screen.queryByRole('menuitemcheckbox')).not.toBeNull()
    stop()
    const without = await start('/blockview', minimal)
    await accountMenu()
    expect(without.eventSockets).toEqual([])
    expect(screen.queryByRole('menuitemcheckbox')).toBeNull()
  })
})

it('[CONST1-11] [RIGHT-104] [RIGHT-105] plainkm has the default style and kilometres, whatever is stored', async () => {
  const stored = { [storageKeys.themeName]: 'darkly', [storageKeys.lengthUnit]: 'mile' }
  const moving = device({ deviceId: 'van', position: fix({ speedKmh: 100 }) })
  const own = await start('/blockview', {}, stored)
  expect(own.theme.state.getState().name).toBe('darkly')
  own.list(moving)
  expect((await screen.findByRole('row', { name: /van/ })).textContent).toContain('62 mi/h')
  stop()
  const forced = await start('/blockview', { variant: 'plainkm' }, stored)
  expect(forced.theme.state.getState().name).toBe('default')
  forced.list(moving)
  expect((await screen.findByRole('row', { name: /van/ })).textContent).toContain('100 km/h')
  expect(document.body.textContent).not.toContain('mi/h')
})

it('[RIGHT-112] [RIGHT-117] plate has the plate as the label, or the id where there is none, in rows and in notices', async () => {
  const { list, eventSockets } = await start('/blockview', { variant: 'plate' })
  list(device({ deviceId: 'van', plate: 'KAA-1014' }), device({ deviceId: 'bus', plate: '' }))
  const labels = (await screen.findAllByRole('rowheader')).map((cell) => cell.textContent)
  expect(labels).toEqual(expect.arrayContaining([expect.stringContaining('KAA-1014'), expect.stringContaining('bus')]))
  expect(labels.some((label) => label?.includes('van'))).toBe(false)
  await waitFor(() => expect(eventSockets).toHaveLength(1))
  const event = { cmd: 'new', time: 1_760_000_000, deviceid: 'van', eventid: 1, eventname: 'Bell', memo: '', call: 0 }
  act(() => eventSockets[0]?.tell(event))
  const notices = await screen.findByLabelText('Notices')
  expect(await within(notices).findByText('Bell')).toBeTruthy()
  expect(notices.textContent).toContain('KAA-1014')
  // Notices outlive the page.
  act(() => open?.clock.advance(16_000))
})

it('extramemo has two memo columns, p2p its customers and no new devices, the standard build neither', async () => {
  const memos = ['Extra Memo 1', 'Extra Memo 2']
  const customers = ['Dealer', 'Customer', 'Salesman', 'Follow']
  for (const [variant, has, lacks] of [
    ['default', [], [...memos, ...customers]],
    ['extramemo', memos, customers],
    ['p2p', customers, memos],
  ] as const) {
    const { list } = await start('/blockview', { variant })
    list(device({ deviceId: 'van' }), device({ deviceId: 'stranger', registered: false }))
    await screen.findAllByRole('rowheader')
    const shown = columns().join('|')
    for (const title of has) expect(shown, variant).toContain(title)
    for (const title of lacks) expect(shown, variant).not.toContain(title)
    expect(screen.queryByText('New devices') === null, variant).toBe(variant === 'p2p')
    stop()
  }
})

it('[RIGHT-113] strict requires a stronger password, the standard build does not', async () => {
  for (const variant of ['strict', 'default']) {
    await start('/blockview', { variant })
    await accountMenu()
    fireEvent.click(screen.getByRole('button', { name: 'Change password' }))
    await screen.findByRole('dialog')
    await waitFor(() => expect(document.querySelector('input[type=password]')).not.toBeNull())
    expect(document.querySelector('.password-rule') !== null, variant).toBe(variant === 'strict')
    stop()
  }
})

it('[RIGHT-093] [RIGHT-110] [RIGHT-111] single options hide the change of the password and the recording filters', async () => {
  for (const shown of [true, false]) {
    await start('/blockview', { changePassword: shown, recordingButton: shown })
    expect(screen.queryAllByRole('button', { name: /^(Recording|Not Record)/ }).length > 0).toBe(shown)
    await accountMenu()
    expect(screen.queryByRole('button', { name: 'Change password' }) !== null).toBe(shown)
    stop()
  }
})
