// @vitest-environment happy-dom
import { createManualClock } from '@fleetglass/testkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { ChannelProvider, createChannel } from '../../../engines/channel/index.ts'
import { device } from '../../../engines/fleet/fleet.fixtures.ts'
import { readSiteConfig } from '../../../platform/config/index.ts'
import { type Preferences, PreferencesProvider } from '../../../platform/preferences/index.ts'
import { startAllTexts } from '../../../platform/texts/texts.fixtures.ts'
import type { TrackAsk } from '../track.queries.ts'
import { PlaybackMap } from './playback-map.tsx'

const ownFetch = globalThis.fetch
const startS = 1_790_000_000
const point = (second: number) => ({
  time: second * 1000,
  lat: 24 + (second - startS) / 100,
  lng: 120,
  speed: 50,
  speedInKmh: 50,
  dir: 0,
  trackingAngle: 0,
})

beforeAll(() => startAllTexts())
afterEach(() => {
  cleanup()
  globalThis.fetch = ownFetch
})

/** The map of a playback; `enable`: whether the site looks addresses up. */
function open(enable: boolean) {
  const clock = createManualClock()
  const looked: unknown[] = []
  globalThis.fetch = async (input, init) => {
    if (String(input).includes('/nominatim/status')) return Response.json({ enable })
    if (!String(input).includes('/nominatim/reverse')) return Response.json({})
    looked.push(JSON.parse(String(init?.body)))
    return Response.json({ display_name: `Road ${looked.length}` })
  }
  const asked: { start: number; end: number }[] = []
  const ask: TrackAsk = async (_device, range) => {
    if (range.end - range.start < 3_000) asked.push(range)
    return Array.from({ length: range.end - range.start + 1 }, (_, index) => point(range.start + index))
  }
  const preferences = {
    clock,
    site: readSiteConfig({}),
    theme: { state: createStore(() => ({ name: 'default', tone: 'light' })) },
    languages: { state: createStore(() => ({ shown: 'en' })) },
    unit: createStore(() => 'km'),
    mobile: false,
  } as unknown as Preferences
  const channel = createChannel({ clock, openSocket: (url) => new WebSocket(url), log: () => {} })
  const session = {
    userName: 'anna',
    passwordHash: 'A',
    ownHash: 'A',
    token: null,
    rights: { permission: 0, access: '' },
    mapCenter: null,
  }
  const target = { host: 'recorder.test', port: 1, streamPort: null, secure: false }
  channel.state.setState({ kind: 'online', target, credentials: { user: 'anna', passwordHash: 'A' }, session }, true)
  const queries = new QueryClient()
  let nowS = startS
  const map = (playing: boolean) => (
    <QueryClientProvider client={queries}>
      <PreferencesProvider value={preferences}>
        <ChannelProvider channel={channel}>
          <PlaybackMap
            device={device({ deviceId: 'van' })}
            atS={nowS}
            playing={playing}
            positionMs={() => nowS * 1000}
            ask={ask}
          />
        </ChannelProvider>
      </PreferencesProvider>
    </QueryClientProvider>
  )
  const view = render(map(true))
  return {
    asked,
    looked,
    play: (playing: boolean) => view.rerender(map(playing)),
    /** Time and picture go on together. */
    pass: (seconds: number) =>
      act(async () => {
        nowS += seconds
        clock.advance(seconds * 1000)
      }),
    points: () => Number(document.querySelector<HTMLElement>('.playback-map')?.dataset.points),
  }
}

describe('the map beside a playback', () => {
  it('[LOPB-32] [LOPB-33] [LOPB-42] requests every 5 s the points that were played since, and not while nothing plays', async () => {
    const { asked, pass, play, points } = open(false)
    await pass(4)
    expect(asked).toEqual([])
    await pass(1)
    await pass(5)
    expect(asked).toEqual([
      { start: startS, end: startS + 5 },
      { start: startS + 5, end: startS + 10 },
    ])
    await waitFor(() => expect(points()).toBe(11))
    play(false)
    await pass(60)
    expect(asked).toHaveLength(2)
    play(true)
    await pass(5)
    expect(asked).toHaveLength(3)
  })

  it('[LOPB-14] [LOPB-34] [LOPB-41] draws the path that was watched: its last 500 points', async () => {
    const { pass, points } = open(false)
    await pass(480)
    await waitFor(() => expect(points()).toBeGreaterThan(0))
    for (let seconds = 0; seconds < 600; seconds += 60) await pass(60)
    await waitFor(() => expect(points()).toBe(500))
    await pass(60)
    expect(points()).toBe(500)
  })

  it('[LOPB-35] for each new point its place is looked up where the site looks places up, and nowhere else', async () => {
    const { looked, pass } = open(true)
    await pass(5)
    await waitFor(() => expect(document.querySelector('.playback-map-place')?.textContent).toMatch(/^Road/))
    const before = looked.length
    await pass(5)
    await waitFor(() => expect(looked.length).toBeGreaterThan(before))
    expect(looked.at(-1)).toMatchObject({ lat: point(startS + 10).lat })
    cleanup()
    const without = open(false)
    await without.pass(5)
    await waitFor(() => expect(without.points()).toBeGreaterThan(0))
    expect(without.looked).toEqual([])
  })
})
