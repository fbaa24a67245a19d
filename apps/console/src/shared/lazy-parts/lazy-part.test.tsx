// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { type ComponentProps, Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { ChannelProvider } from '../../engines/channel/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { lazyPart } from './index.ts'

type Channel = ComponentProps<typeof ChannelProvider>['channel']

beforeAll(() => startAllTexts())
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** A part whose code does not come the first time, on a page whose channel the test moves. */
function openPart() {
  const state = createStore(() => ({ kind: 'online' }))
  const load = vi.fn(async () => ({ default: ({ name }: { readonly name: string }) => <p>Map of {name}</p> }))
  load.mockRejectedValueOnce(new Error('http://fleet.test/assets/map.js did not come'))
  const Part = lazyPart(load)
  const page = (opened: boolean) => (
    <ChannelProvider channel={{ state } as unknown as Channel}>
      <p>The list</p>
      <Suspense>{opened ? <Part name="van" /> : null}</Suspense>
    </ChannelProvider>
  )
  const link = (kind: 'waiting' | 'online') => act(async () => state.setState({ kind }, true))
  return { ...render(page(true)), page, link, load }
}

it('[C10] a part of a page that did not load while the server was away shows that, and loads when the server is back', async () => {
  const { link } = openPart()
  await screen.findByText('This page could not be shown')
  await link('waiting')
  expect(screen.getByRole('alert').textContent).toBe(
    'The server cannot be reachedThis loads by itself as soon as the server is back.',
  )
  expect(screen.getByText('The list')).toBeTruthy()
  await link('online')
  expect(await screen.findByText('Map of van')).toBeTruthy()
})

it('[C10] a part that did not come is fetched again when it is opened again', async () => {
  const { page, rerender, load } = openPart()
  await screen.findByText('This page could not be shown')
  rerender(page(false))
  rerender(page(true))
  expect(await screen.findByText('Map of van')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})
