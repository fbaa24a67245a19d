// @vitest-environment happy-dom

import { placesPath } from '@fleetglass/contract/geocode'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { device } from '../../../engines/fleet/fleet.fixtures.ts'
import { at, flags, footer, setUpShell, start } from '../shell.fixtures.tsx'

setUpShell()
beforeEach(() => {
  Element.prototype.scrollIntoView ??= () => {}
})

const van = device({ deviceId: 'van', memo: 'Blue van', plate: 'AB-1' })
const bus = device({ deviceId: 'bus', memo: 'Blue bus' })

async function startWith(path: string, options: Parameters<typeof start>[1] = {}) {
  const console = await start(path, { site: { disableMap: false }, ...options })
  await footer()
  console.list(van, bus)
  return console
}

async function open(text: string) {
  await act(async () => fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true }))
  const field = await screen.findByRole('combobox', { name: 'Vehicle, page or time' })
  await act(async () => fireEvent.change(field, { target: { value: text } }))
  return field
}
const lines = () => screen.queryAllByRole('option').map((line) => line.textContent)
const press = (element: Element, key: string) => act(async () => fireEvent.keyDown(element, { key }))

describe('the command bar', () => {
  it('opens with Control K also from a field, and has the focus in its own', async () => {
    await startWith('/blockview')
    await act(async () =>
      fireEvent.keyDown(screen.getByRole('textbox', { name: 'Find a device' }), { key: 'k', ctrlKey: true }),
    )
    expect(await screen.findByRole('combobox', { name: 'Vehicle, page or time' })).toBe(document.activeElement)
  })

  it('leaves another dialog as it is', async () => {
    await startWith('/blockview')
    await act(async () => fireEvent.keyDown(document.body, { key: '?' }))
    await screen.findByRole('dialog', { name: 'Keyboard' })
    await act(async () => fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true }))
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    expect(screen.getByRole('dialog', { name: 'Keyboard' })).toBeTruthy()
  })

  it('offers all actions on the vehicle that is meant most and one on each other, and Enter takes the first', async () => {
    await startWith('/blockview')
    const field = await open('blue van')
    expect(lines()).toEqual([
      'Blue van · vanLive view',
      'Blue van · vanPlayback',
      'Blue van · vanMap',
      'Blue van · vanGPS playback',
      'Blue van · vanSteer cameras',
      'Blue van · vanRemote playback',
      'Blue van · vanRemote device settings',
    ])
    await act(async () => fireEvent.change(field, { target: { value: 'blue' } }))
    expect(lines().filter((line) => line?.startsWith('Blue bus'))).toEqual(['Blue bus · busLive view'])
    await press(field, 'Enter')
    await waitFor(() => expect(at()).toBe('/liveview/van'))
    expect(screen.queryByRole('combobox', { name: 'Vehicle, page or time' })).toBeNull()
  })

  it('leads to a moment of the past, where only what shows the past is offered', async () => {
    const { clock } = await startWith('/blockview')
    const now = new Date(clock.nowMs())
    const moment = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 14, 5)
    const field = await open('blue van yesterday 14:05')
    expect(lines().map((line) => line?.replace(/ · \d.*/, ''))).toEqual([
      'Blue van · vanPlayback',
      'Blue van · vanGPS playback',
    ])
    await press(field, 'Enter')
    await waitFor(() => expect(at()).toBe('/splayback/van'))
    expect(new URLSearchParams(window.location.search).get('at')).toBe(String(moment.getTime() / 1000))
  })

  it('begins the page anew where it is that of the vehicle already', async () => {
    await startWith('/splayback/van?day=2026-01-02')
    const page = await waitFor(() => document.querySelector('.playback-main') ?? Promise.reject(new Error('no page')))
    const field = await open('van 2026-01-01')
    await press(field, 'Enter')
    await waitFor(() => expect(new URLSearchParams(window.location.search).get('day')).toBe('2026-01-01'))
    await waitFor(() => expect(page.isConnected).toBe(false))
  })

  it('goes through the lines by the arrow keys, around both ends, and opens a dialog of the vehicle', async () => {
    await startWith('/blockview')
    const field = await open('bus')
    const chosen = () => screen.getByRole('option', { selected: true })
    const all = lines()
    for (const [key, line] of [
      ['ArrowUp', all.at(-1)],
      ['ArrowDown', all[0]],
      ['ArrowDown', all[1]],
    ] as const) {
      await press(field, key)
      expect(chosen().textContent).toBe(line)
      expect(chosen().id).toBe(field.getAttribute('aria-activedescendant'))
    }
    await act(async () => fireEvent.change(field, { target: { value: 'bus steer' } }))
    expect(lines()).toEqual(['Blue bus · busSteer cameras'])
    await press(field, 'Enter')
    await screen.findByRole('dialog', { name: 'PTZ of Blue bus · bus' })
  })

  it('offers exactly the pages and actions that this user has', async () => {
    await startWith('/blockview', { permission: 1, access: flags('P_dash', 'P_live', 'F_gps') })
    await open('blue bus')
    expect(lines()).toEqual(['Blue bus · busLive view', 'Blue bus · busMap'])
    await open('')
    const pages = within(screen.getByRole('group', { name: 'Pages' })).getAllByRole('option')
    expect(pages.map(({ textContent }) => textContent)).toEqual([
      ...['Map', 'Dashboard', 'Live view'],
      ...['Device netflow', 'Fleet health'],
    ])
  })

  it('leads to a page by the beginning of a word of its name', async () => {
    await startWith('/blockview')
    const field = await open('talk lo')
    expect(lines()).toEqual(['Talk log'])
    await press(field, 'Enter')
    await waitFor(() => expect(at()).toBe('/talklog'))
  })

  it('leads to a town on the map, those near the fleet first, once what is typed has stayed the same', async () => {
    const asked: unknown[] = []
    const lukang = { name: 'Lukang', country: 'Taiwan', lat: 24.05, lng: 120.43 }
    const http = { [placesPath]: (body: unknown) => (asked.push(body), [lukang]) }
    const { clock } = await startWith('/blockview', { http })
    const field = await open('lu')
    await act(async () => fireEvent.change(field, { target: { value: 'luk' } }))
    expect(asked).toEqual([])
    await act(async () => clock.advance(300))
    await screen.findByText('Lukang, Taiwan')
    expect(asked).toEqual([expect.objectContaining({ text: 'luk', near: { lat: 24.0786, lng: 120.5285 } })])
    await press(field, 'Enter')
    await waitFor(() => expect(at()).toBe('/'))
  })

  it('says that nothing is called so', async () => {
    await startWith('/blockview')
    const field = await open('zeppelin')
    expect(lines()).toEqual([])
    expect(screen.getByText('Nothing is called “zeppelin”. Try fewer letters.')).toBeTruthy()
    await press(field, 'Enter')
    expect(at()).toBe('/blockview')
  })

  it('compares each of ten thousand vehicles with a word three times at most', async () => {
    const console = await startWith('/idle')
    console.list(
      ...Array.from({ length: 10_000 }, (_, index) => device({ deviceId: `d${index}`, memo: `Car ${index}` })),
    )
    const search = vi.spyOn(String.prototype, 'includes')
    await open('car 7777')
    expect(lines()[0]).toContain('Car 7777')
    expect(search.mock.calls.filter(([word]) => word === '7777').length).toBeLessThanOrEqual(30_000)
    search.mockRestore()
  })
})
