// @vitest-environment happy-dom
// How long a stand-alone page plays, and of what length the file is that it asks for.
import { createManualClock } from '@fleetglass/testkit'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startPreferences } from '../../app/console.fixtures.tsx'
import { enter, standAloneVisit } from '../../app/entrance.tsx'
import { type SilentStreams, standInForStreams } from '../../engines/player/test/silent-streams.ts'
import { readSiteConfig } from '../../platform/config/index.ts'
import type { Preferences } from '../../platform/preferences/index.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'

const START_S = 1_790_000_000

/** What the threads of downloads from a device were asked for. */
let wishes: object[] = []
/** Addresses that the server was asked. */
let asked: URL[] = []
let streams: SilentStreams
let root: Root | null = null
let preferences: Preferences
const own = { fetch: globalThis.fetch, Worker: globalThis.Worker }
const { getContext } = HTMLCanvasElement.prototype

class SilentWorker {
  postMessage(wish: object): void {
    wishes.push(wish)
  }
  terminate(): void {}
}

// The pages come with much of their own: on a busy machine that takes longer than a test waits for it.
beforeAll(async () => {
  await startAllTexts()
  await import('./stand-alone.page.tsx')
  const site = readSiteConfig({})
  const log = () => undefined
  preferences = await startPreferences({ clock: createManualClock(), store: memoryStore(), site, mobile: false, log })
}, 60_000)
beforeEach(() => {
  streams = standInForStreams()
  wishes = []
  asked = []
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => ({ getExtension: () => null }) })
  Object.assign(globalThis, {
    Worker: SilentWorker,
    fetch: async (address: string) => {
      asked.push(new URL(address, 'http://fleet.test'))
      return new Response('CREATE 10%')
    },
  })
})
afterEach(() => {
  leave()
  cleanup()
  document.body.innerHTML = ''
  Object.assign(globalThis, own)
  Object.assign(HTMLCanvasElement.prototype, { getContext })
  streams.restore()
  window.history.replaceState(null, '', '/')
})

async function come(page: string, parameters: Readonly<Record<string, string>>): Promise<void> {
  const whole = { deviceid: '13900000001', user: 'anna', password: 'secret', spbtime: String(START_S) }
  window.history.replaceState(null, '', `/${page}?${new URLSearchParams({ ...whole, ...parameters })}`)
  const place = document.createElement('div')
  document.body.append(place)
  const made = createRoot(place)
  root = made
  const visit = standAloneVisit(window)
  await act(() => enter({ page: window, root: made, preferences, visit, showConsole: () => undefined }))
}

function leave(): void {
  act(() => root?.unmount())
  root = null
}

describe('the length of a file', () => {
  const lengths = [
    ...[
      [0, 60],
      [1, 60],
      [3, 180],
      [5, 300],
      [6, 6],
      [3600, 3600],
      [3601, 3600],
      [9000, 3600],
    ],
  ] as const

  it('[STAND-05] [STAND-29] [STAND-30] [STAND-31] dlplayback requests the intended length from the server at once', async () => {
    for (const [given, meant] of lengths) {
      await come('dlplayback', { duration: String(given) })
      const { searchParams } = asked.at(-1)!
      expect([given, searchParams.get('type'), searchParams.get('duration')]).toEqual([
        ...[given, 'lopbmp4ask', String(meant)],
      ])
      expect(await screen.findByText('CREATE 10%')).toBeTruthy()
      leave()
    }
    expect(asked).toHaveLength(lengths.length)
    expect(streams.opened).toEqual([])
  })

  it('[STAND-06] [STAND-29] [STAND-30] [STAND-31] dlremote requests the intended length from the device at once', async () => {
    for (const [given, meant] of lengths) {
      await come('dlremote', { duration: String(given), channel: '3' })
      expect(wishes.at(-1)).toMatchObject({ channels: [3], startS: START_S, endS: START_S + meant })
      leave()
    }
    expect(wishes).toHaveLength(lengths.length)
  })
})

it('[STAND-32] a playback of 1 to 1800 seconds is as long as the address sets, any other is a minute', async () => {
  for (const [given, meant] of [
    ...[
      ['1', 1],
      ['1800', 1800],
      ['0', 60],
      ['1801', 60],
      ['-4', 60],
      ['long', 60],
    ],
  ] as const) {
    await come('remote', { duration: given })
    expect([given, streams.open()[0]?.searchParams.get('duration')]).toEqual([given, String(meant)])
    leave()
    await come('playback', { duration: given })
    await waitFor(() => expect(streams.open()).toHaveLength(1))
    fireEvent.click(screen.getByText('Download MP4').closest('button')!)
    // Up to 5 would be minutes there.
    const file = String(Math.max(6, meant))
    await waitFor(() => expect(asked.at(-1)?.searchParams.get('duration')).toBe(file))
    leave()
  }
})
