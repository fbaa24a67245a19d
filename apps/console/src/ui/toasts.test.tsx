// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { type Preferences, PreferencesProvider } from '../platform/preferences/index.ts'
import { notify, Toasts } from './toasts.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('SHELL-121 SHELL-122 a notice appears at the top centre and is gone after 5 s', async () => {
  vi.useFakeTimers()
  const theme = { state: createStore(() => ({ name: 'default' as const, tone: 'light' as const })) }
  render(
    <PreferencesProvider value={{ theme } as unknown as Preferences}>
      <Toasts />
    </PreferencesProvider>,
  )
  act(() => notify.success('van was added'))
  await act(() => vi.advanceTimersByTimeAsync(100))
  const list = screen.getByText('van was added').closest('ol')
  expect([list?.dataset.yPosition, list?.dataset.xPosition]).toEqual(['top', 'center'])
  await act(() => vi.advanceTimersByTimeAsync(4_700))
  expect(screen.queryByText('van was added')).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.queryByText('van was added')).toBeNull()
})
