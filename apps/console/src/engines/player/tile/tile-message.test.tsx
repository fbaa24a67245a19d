// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startAllTexts } from '../../../platform/texts/texts.fixtures.ts'
import { isBusy, type TileState } from '../tile-state.ts'
import { TileMessage } from './tile-message.tsx'

beforeAll(() => startAllTexts())
afterEach(cleanup)

const link = { attemptMs: 0, lastDataMs: 0 }

function show(state: TileState): boolean {
  const { container, unmount } = render(
    <TileMessage state={state} busy={isBusy(state)} onRetry={() => {}} onWhy={null} />,
  )
  const spins = container.querySelector('.tile-spinner') !== null
  unmount()
  return spins
}

describe('what stands over the picture', () => {
  it('[LIVE-38] a spinner while the tile is not playing and tries, none while it plays', () => {
    const trying: readonly TileState[] = [
      { kind: 'connecting', attempt: 1, ...link },
      { kind: 'waiting', ...link },
      { kind: 'stalled', ...link },
      { kind: 'lost', attemptMs: 0 },
      { kind: 'offline', attemptMs: 0 },
      { kind: 'failed', attemptMs: 0, reason: 'no picture' },
    ]
    for (const state of trying) expect(show(state), state.kind).toBe(true)
    expect(show({ kind: 'playing', ...link })).toBe(false)
  })

  it('[D3] shows that a channel has sound and no picture', () => {
    expect(show({ kind: 'sound-alone', ...link })).toBe(false)
    render(<TileMessage state={{ kind: 'sound-alone', ...link }} busy={false} onRetry={() => {}} onWhy={null} />)
    expect(screen.getByRole('status').textContent).toContain('Sound only, no picture')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('a reason and no spinner where no attempt follows', () => {
    expect(show({ kind: 'not-allowed', reason: 'permission denied' })).toBe(false)
    render(<TileMessage state={{ kind: 'unknown', reason: 'gone' }} busy={false} onRetry={() => {}} onWhy={null} />)
    expect(screen.getByRole('status').textContent).toContain('gone')
  })
})
