import { type AccessFlag, accessFlags } from '@fleetglass/contract/access'
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, vi } from 'vitest'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { openConsole, remembered, type TestConsole } from '../console.fixtures.tsx'
import { builtPages } from '../pages.ts'

type Options = Partial<Parameters<typeof openConsole>[0]>

export let open: TestConsole | null = null

/** The console of a user whose password is remembered. */
export async function start(path: string, options: Options = {}): Promise<TestConsole> {
  open = await openConsole({ path, store: memoryStore(remembered), ...options })
  return open
}
export const flags = (...granted: AccessFlag[]) =>
  accessFlags.map((flag) => (granted.includes(flag) ? '1' : '0')).join('')
export const at = () => window.location.pathname
export const footer = () =>
  waitFor(() => document.querySelector<HTMLElement>('footer.footer') ?? Promise.reject(new Error('no footer')))

/** Before and after each test of a file. */
export function setUpShell(): void {
  beforeAll(async () => {
    await startAllTexts()
    // What the router fetches when it is wanted: on a busy machine that takes longer than a test may.
    await Promise.all(builtPages.map(({ load }) => load()))
  }, 180_000)
  afterEach(() => {
    vi.restoreAllMocks()
    open?.close()
    open = null
    cleanup()
  })
}
