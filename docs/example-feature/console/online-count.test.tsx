// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { closeDialog, openedDialog } from '../../../apps/console/src/platform/pages/index.ts'
import { startAllTexts } from '../../../apps/console/src/platform/texts/texts.fixtures.ts'
import { type OnlineCount, onlineCountPath } from '../contract/online-count.http.ts'
import { onlineCountFeature } from './online-count.module.ts'

beforeAll(() => startAllTexts())
afterEach(() => {
  cleanup()
  closeDialog()
  vi.unstubAllGlobals()
})

it('opens the dialog from the bar', () => {
  const { barEntries = [], dialogs = [] } = onlineCountFeature
  render(barEntries.map(({ Entry }) => <Entry key="entry" />))
  fireEvent.click(screen.getByRole('button', { name: 'Online' }))
  expect(dialogs.map(({ name }) => name)).toEqual([openedDialog.getState()?.name])
})

it('shows the count that the server answers', async () => {
  const answer: OnlineCount = { online: 2 }
  const fetched = vi.fn(async () => Response.json(answer))
  vi.stubGlobal('fetch', fetched)
  const Modal = (await onlineCountFeature.dialogs?.[0]?.load())?.default as ComponentType
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Modal />
    </QueryClientProvider>,
  )
  expect((await screen.findByText('2')).textContent).toBe('2')
  expect(fetched).toHaveBeenCalledWith(onlineCountPath, expect.objectContaining({ method: 'GET' }))
})
