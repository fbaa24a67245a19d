// @vitest-environment happy-dom
import type { StartupTrace } from '@fleetglass/contract/streams'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startAllTexts } from '../../../platform/texts/texts.fixtures.ts'
import type { PlayerView } from '../player.types.ts'
import { startupRows } from './startup-rows.ts'
import { TileStartupTrace } from './tile-startup-trace.tsx'

const asked = { step: 'asked', atMs: 1_000, fact: '0x9101 sent' } as const
const acknowledged = { step: 'acknowledged', atMs: 1_040 } as const
const base: StartupTrace = {
  type: 'ladder',
  deviceid: 'V1',
  channel: 2,
  main: 0,
  attempt: 0,
  evidence: [],
  failed: null,
  steps: [asked, acknowledged],
  waitsFor: 'connected',
}
const reached: StartupTrace = {
  ...base,
  waitsFor: null,
  steps: [
    ...[asked, acknowledged, { step: 'connected', atMs: 1_030 } as const],
    ...[
      { step: 'first-packet', atMs: 1_050 } as const,
      { step: 'first-key-frame', atMs: 1_900, fact: 'H.264' } as const,
    ],
  ],
}
const failed: StartupTrace = {
  ...base,
  attempt: 2,
  waitsFor: null,
  failed: {
    step: 'connected',
    atMs: 11_000,
    reason: 'no-connection',
    detail: 'It was told 10.0.0.1:7078; check the firewall.',
  },
  evidence: [{ kind: 'number-mismatch', atMs: 5_000, count: 3, detail: 'Video came under 13800000009.' }],
}

beforeEach(() => startAllTexts())
afterEach(cleanup)

describe('the rungs', () => {
  it('are reached with their times, waited for, or still far away', () => {
    expect(startupRows(base, null).map(({ step, state, atMs, tookMs }) => [step, state, atMs, tookMs])).toEqual([
      ['asked', 'reached', 1_000, null],
      ['acknowledged', 'reached', 1_040, 40],
      ['connected', 'waits', null, null],
      ['first-packet', 'open', null, null],
      ['first-key-frame', 'open', null, null],
      ['first-picture', 'open', null, null],
    ])
  })

  it('end with the first picture, which is waited for when the server has done its part', () => {
    expect(startupRows(reached, null).at(-1)).toMatchObject({ step: 'first-picture', state: 'waits' })
    const rows = startupRows(reached, { atMs: 1_950, afterMs: 900 })
    expect(rows.at(-1)).toMatchObject({ step: 'first-picture', state: 'reached', atMs: 1_950, tookMs: 50 })
    // A device may connect before it answers: no time runs backwards.
    expect(rows.map(({ tookMs }) => tookMs)).toEqual([null, 40, 0, 10, 850, 50])
    // Who comes to a stream that runs for an hour did not wait for an hour.
    const late = startupRows(reached, { atMs: 3_601_900, afterMs: 80 }).at(-1)
    expect(late).toMatchObject({ tookMs: 80, joinedAtMs: 3_601_820 })
    expect(rows.at(-1)?.joinedAtMs).toBeNull()
  })

  it('name the one that failed', () => {
    const rows = startupRows(failed, null)
    expect(rows.find(({ step }) => step === 'connected')).toMatchObject({ state: 'failed', atMs: 11_000 })
    expect(rows.at(-1)?.state).toBe('open')
  })
})

describe('"Why is there no picture?"', () => {
  const view = (startupTrace: StartupTrace | null): PlayerView =>
    ({ state: { kind: 'failed', attemptMs: 0, reason: '' }, startupTrace, firstPicture: null }) as unknown as PlayerView

  it('shows on the failing step what is known and what to check, and other findings', () => {
    render(<TileStartupTrace view={view(failed)} onClose={() => {}} />)
    expect(screen.getByRole('region', { name: 'Why is there no picture?' })).toBeTruthy()
    const step = document.querySelector('[data-step="connected"]')
    expect(step?.getAttribute('data-state')).toBe('failed')
    expect(screen.getByRole('alert').textContent).toBe(
      'The device did not connect. It was told 10.0.0.1:7078; check the firewall.',
    )
    const noticed = document.querySelector('[data-evidence="number-mismatch"]')?.textContent
    expect(noticed).toContain('Another number than the device has')
    expect(noticed).toContain('3×')
    expect(noticed).toContain('Video came under 13800000009.')
    expect(screen.getByText('Failed tries before this one: 2')).toBeTruthy()
  })

  it('has the focus while it is open, is closed by Escape and gives the focus back', () => {
    const opener = document.body.appendChild(document.createElement('button'))
    opener.focus()
    let closed = 0
    const { unmount } = render(<TileStartupTrace view={view(base)} onClose={() => closed++} />)
    const panel = screen.getByRole('region')
    expect(document.activeElement).toBe(panel)
    fireEvent.keyDown(panel, { key: 'Escape' })
    expect(closed).toBe(1)
    unmount()
    expect(document.activeElement).toBe(opener)
    opener.remove()
  })

  it('shows that the server has reported nothing', () => {
    render(<TileStartupTrace view={view(null)} onClose={() => {}} />)
    expect(screen.getByText('The server has told nothing about this stream yet.')).toBeTruthy()
  })
})
