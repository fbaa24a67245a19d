// @vitest-environment happy-dom
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { type SilentStreams, standInForStreams } from '../../engines/player/test/silent-streams.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

type Console = Awaited<ReturnType<typeof openConsole>>

let open: Console
let giveBackSize: () => void
let streams: SilentStreams

const van = device({
  deviceId: 'van',
  online: true,
  channels: [1, 2, 3].map((number) => ({ number, name: number === 2 ? 'Mast' : '' })),
})

beforeAll(() => startAllTexts())
beforeEach(() => {
  giveBackSize = giveElementsSize()
  streams = standInForStreams()
})
afterEach(() => {
  open.close()
  cleanup()
  giveBackSize()
  streams.restore()
})

const options = { path: '/blockview', store: memoryStore({ ...remembered, dashboardColumns: '["ptz"]' }) }

/** The modal, opened from its column of the dashboard. */
async function panel(more: object = {}) {
  open = await openConsole({ ...options, ...more })
  await screen.findByRole('heading', { name: 'Dashboard' })
  open.list(van)
  fireEvent.click(screen.getByRole('button', { name: 'Steer the cameras of van' }))
  const dialog = await screen.findByRole('dialog', { name: 'PTZ of van' })
  await within(dialog).findByRole('group', { name: 'Directions' })
  return within(dialog)
}

/** What the server was asked to do, in order. */
const told = () =>
  (open.sockets[0]?.asked ?? []).filter(({ code }) => code === 'D12').map(({ fields: { A, C, K } }) => `${A} ${C} ${K}`)
const press = (name: string) => fireEvent.pointerDown(screen.getByRole('button', { name }), { button: 0 })
const release = (name: string) => fireEvent.pointerUp(screen.getByRole('button', { name }))

describe('the PTZ modal', () => {
  it('[PTZ-01] [PTZ-02] [DASH-62] opens from the row, pages over the channels, and shows the live picture of the chosen one', async () => {
    const dialog = await panel()
    expect(dialog.getByRole('button', { name: 'Channel 1' }).getAttribute('aria-current')).toBe('true')
    expect(streams.open().map(String)).toEqual([expect.stringContaining('deviceid=van&channel=1&')])
    fireEvent.click(dialog.getByRole('button', { name: 'Next channel' }))
    expect(dialog.getByRole('button', { name: 'Mast' }).getAttribute('aria-current')).toBe('true')
    expect(dialog.getByRole('region', { name: 'Mast' })).toBeTruthy()
    expect(streams.open().map(String)).toEqual([expect.stringContaining('deviceid=van&channel=2&')])
    fireEvent.click(dialog.getByRole('button', { name: 'Channel 3' }))
    expect(dialog.getByRole('button', { name: 'Next channel' })).toHaveProperty('disabled', true)
    fireEvent.click(dialog.getByRole('button', { name: 'Previous channel' }))
    expect(streams.open().map(String)).toEqual([expect.stringContaining('channel=2&')])
  })

  const pad = {
    Up: 'UP',
    Down: 'DN',
    Left: 'LT',
    Right: 'RT',
    'Up and left': 'UPLT',
    'Up and right': 'UPRT',
    'Down and left': 'DNLT',
    'Down and right': 'DNRT',
  }
  it.each([
    [
      '[PTZ-03] [PTZ-05] [PTZ-06] [PTZ-08] each direction sends its word when it is pressed and STOP when it is released',
      pad,
    ],
    [
      '[PTZ-04] [PTZ-05] [PTZ-06] each zoom sends its word when it is pressed and STOP when it is released',
      { 'Zoom in': 'ZI', 'Zoom out': 'ZO' },
    ],
  ])('%s', async (_, words) => {
    await panel()
    for (const [name, word] of Object.entries(words)) {
      press(name)
      expect(told().at(-1)).toBe(`van 1 ${word}`)
      release(name)
      expect(told().at(-1)).toBe('van 1 STOP')
    }
    expect(told()).toHaveLength(2 * Object.keys(words).length)
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Up' }), { button: 2 })
    expect(told()).toHaveLength(2 * Object.keys(words).length)
  })

  it('[PTZ-10] leaving the button, losing the focus, another channel and closing are a release: one STOP each', async () => {
    const dialog = await panel()
    const left = ['van 1 LT', 'van 1 STOP']
    press('Left')
    fireEvent.pointerLeave(screen.getByRole('button', { name: 'Left' }))
    release('Left')
    expect(told()).toEqual(left)
    press('Left')
    fireEvent.blur(window)
    release('Left')
    expect(told()).toEqual([...left, ...left])
    press('Left')
    fireEvent.click(dialog.getByRole('button', { name: 'Mast' }))
    release('Left')
    expect(told()).toEqual([...left, ...left, ...left])
    press('Left')
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(told().slice(6)).toEqual(['van 2 LT', 'van 2 STOP']))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(told()).toHaveLength(8)
  })

  it('[PTZ-10] a page that goes away and a device that goes offline stop what they move', async () => {
    await panel()
    press('Up')
    fireEvent(window, new Event('pagehide'))
    expect(told()).toEqual(['van 1 UP', 'van 1 STOP'])
    press('Up')
    open.list({ ...van, online: false })
    expect(screen.getByRole('alert').textContent).toContain('The device is offline')
    expect(told().slice(2)).toEqual(['van 1 UP', 'van 1 STOP'])
  })

  it('[PTZ-05] [PTZ-06] arrow keys steer while they are held, repeat or not, and a focused button by Space', async () => {
    const dialog = await panel()
    const target = dialog.getByRole('button', { name: 'Next channel' })
    fireEvent.keyDown(target, { key: 'ArrowUp', code: 'ArrowUp' })
    for (let repeats = 0; repeats < 5; repeats++)
      fireEvent.keyDown(target, { key: 'ArrowUp', code: 'ArrowUp', repeat: true })
    fireEvent.keyDown(target, { key: 'ArrowLeft', code: 'ArrowLeft' })
    fireEvent.keyUp(target, { key: 'ArrowUp', code: 'ArrowUp' })
    fireEvent.keyUp(target, { key: 'ArrowLeft', code: 'ArrowLeft' })
    expect(told()).toEqual(['van 1 UP', 'van 1 UPLT', 'van 1 LT', 'van 1 STOP'])
    const zoom = dialog.getByRole('button', { name: 'Zoom in' })
    fireEvent.keyDown(zoom, { key: ' ', code: 'Space' })
    fireEvent.keyDown(zoom, { key: ' ', code: 'Space', repeat: true })
    fireEvent.keyUp(zoom, { key: ' ', code: 'Space' })
    expect(told().slice(4)).toEqual(['van 1 ZI', 'van 1 STOP'])
    // Where something is typed or slid, arrow keys are not for the camera.
    const slider = document.createElement('input')
    target.parentElement?.append(slider)
    fireEvent.keyDown(slider, { key: 'ArrowUp', code: 'ArrowUp' })
    expect(told()).toHaveLength(6)
  })

  it('[DASH-32] [PTZ-07] [PTZ-14] the column is offered to who has F_ptz, and no other way is left', async () => {
    const access = withoutFlags(fullAccess, ['F_ptz'])
    open = await openConsole({ ...options, permission: 1, access })
    await screen.findByRole('heading', { name: 'Dashboard' })
    open.list(van)
    expect(screen.queryByRole('button', { name: /Steer/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    await screen.findByRole('checkbox', { name: 'SD' })
    expect(screen.queryByRole('checkbox', { name: 'PTZ' })).toBeNull()
    open.close()
    cleanup()
    open = await openConsole({ ...options, store: memoryStore(remembered) })
    await screen.findByRole('heading', { name: 'Dashboard' })
    open.list({ ...van, online: false })
    expect(screen.queryByRole('columnheader', { name: 'PTZ' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    fireEvent.click(await screen.findByRole('checkbox', { name: 'PTZ' }))
    expect(screen.getByRole('columnheader', { name: 'PTZ' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Steer the cameras of van' })).toHaveProperty('disabled', true)
  })

  it('[PTZ-14] a refusal is shown once in the words of the server, and STOP is still sent', async () => {
    const dialog = await panel()
    const socket = open.sockets[0]
    if (socket === undefined) throw new Error('there is no link')
    socket.refuse('D12', 'the device is offline')
    press('Down')
    expect(await screen.findByText('the device is offline')).toBeTruthy()
    release('Down')
    expect(told()).toEqual(['van 1 DN', 'van 1 STOP'])
    expect(screen.getAllByText('the device is offline')).toHaveLength(1)
    expect(dialog.getByRole('button', { name: 'Down' }).dataset.held).toBeUndefined()
  })
})
