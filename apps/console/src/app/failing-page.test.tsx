// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { memoryStore } from '../platform/storage/index.ts'
import { startAllTexts } from '../platform/texts/texts.fixtures.ts'
import { openConsole, remembered } from './console.fixtures.tsx'
import { builtPages } from './pages.ts'

let open: Awaited<ReturnType<typeof openConsole>> | null = null

beforeAll(() => startAllTexts())
afterEach(() => {
  open?.close()
  open = null
  cleanup()
  vi.restoreAllMocks()
})

it('a page whose code does not come shows its own error, the bar and the footer live, and its reload fetches it again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const page = builtPages.find(({ path }) => path === '/blockview')
  if (!page) throw new Error('there is no dashboard')
  const load = vi.spyOn(page, 'load').mockRejectedValueOnce(new Error('the chunk is gone'))
  open = await openConsole({ path: '/blockview', store: memoryStore(remembered) })
  expect(await screen.findByText('the chunk is gone')).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
  expect(document.querySelector('footer.footer')).not.toBeNull()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Reload this page' })))
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})

it('[C10] a page whose code did not come while the server was away is fetched again as soon as the server is back', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const page = builtPages.find(({ path }) => path === '/blockview')
  if (!page) throw new Error('there is no dashboard')
  vi.spyOn(page, 'load').mockRejectedValueOnce(new Error('the chunk is gone'))
  open = await openConsole({ path: '/blockview', store: memoryStore(remembered) })
  const { clock, sockets } = open
  await screen.findByText('the chunk is gone')
  act(() => sockets.at(-1)?.onclose?.({ code: 1006 } as never))
  await act(async () => clock.advance(10_000))
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy()
})
