// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { type SilentStreams, standInForStreams } from '../../engines/player/test/silent-streams.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { type StandInScreen, standInForFullScreen } from '../../shared/wall/test/full-screen.ts'

let open: Awaited<ReturnType<typeof openConsole>>
let streams: SilentStreams
let fullScreen: StandInScreen

beforeAll(() => startAllTexts())
beforeEach(() => {
  streams = standInForStreams()
  fullScreen = standInForFullScreen()
})
afterEach(() => {
  open.close()
  cleanup()
  streams.restore()
  fullScreen.restore()
})

const options = { path: '/rendomliveview', store: memoryStore(remembered) }
const wall = () => screen.getByRole('list', { name: 'Random live view' })
const ids = () => streams.open().map((url) => url.searchParams.get('streamid'))

async function randomView(): Promise<void> {
  open = await openConsole(options)
  await screen.findByRole('heading', { name: 'Random live view' })
}

describe('the random live view', () => {
  it('[LIVE-28] [SHELL-031] [LIVE-31] [LIVE-32] /rendomliveview shows eight panes, each three columns wide', async () => {
    await randomView()
    const panes = [...wall().children] as HTMLElement[]
    expect(panes.map((pane) => pane.style.gridColumn)).toEqual(Array(8).fill('span 3'))
  })

  it('[LIVE-33] each pane is a stream of a device that the server chooses, and is called by it', async () => {
    await randomView()
    open.list(device({ deviceId: 'van' }))
    expect(streams.open().map((url) => url.searchParams.get('deviceid'))).toEqual(Array(8).fill('*'))
    expect(new Set(ids()).size).toBe(8)
    const devices = new Map(ids().map((id, index) => [id, index === 0 ? 'van' : `d${index}`]))
    act(() =>
      streams.say((of) => {
        const deviceid = devices.get(of.searchParams.get('streamid')) ?? ''
        return JSON.stringify({ type: 'info', deviceid, channels: [1], video: 98, audio: 0, sampleRate: 8000 })
      }),
    )
    const names = () => [...wall().querySelectorAll('section')].map((tile) => tile.getAttribute('aria-label'))
    // A tile says what it knows twice a second.
    act(() => open.clock.advance(500))
    expect(names()).toEqual([...devices.values()])
  })

  it('[LIVE-34] [LIVE-53] the full screen shows 4, 6, 9 or 12, with panes of their own beyond the eight, which close with it', async () => {
    await randomView()
    const eight = ids()
    for (const count of [4, 6, 9, 12]) {
      await act(async () => fireEvent.click(screen.getByRole('button', { name: `Full screen with ${count} channels` })))
      expect(document.fullscreenElement?.contains(wall())).toBe(true)
      expect([wall().children.length, new Set(ids()).size]).toEqual([count, count])
      act(() => fullScreen.leave())
      expect([wall().children.length, ids().length]).toEqual([8, 8])
    }
    expect([...ids()].sort()).toEqual([...eight].sort())
  })

  it('[LIVE-29] [LIVE-30] a button leads there, for permission 0 only', async () => {
    open = await openConsole({ ...options, path: '/blockview' })
    fireEvent.click(await screen.findByRole('link', { name: 'Random live view' }))
    await screen.findByRole('heading', { name: 'Random live view' })
    open.close()
    cleanup()
    open = await openConsole({ ...options, permission: 1 })
    await waitFor(() => expect(window.location.pathname).not.toBe('/rendomliveview'))
    await screen.findByRole('link', { name: 'Dashboard' })
    expect(screen.queryByRole('link', { name: 'Random live view' })).toBeNull()
    expect(streams.opened).toHaveLength(8)
  })
})
