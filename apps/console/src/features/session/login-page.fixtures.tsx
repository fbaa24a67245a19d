import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'
import { openConsole, type TestConsole } from '../../app/console.fixtures.tsx'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'

export let open: TestConsole | null = null

export async function start(options: Partial<Parameters<typeof openConsole>[0]> = {}): Promise<TestConsole> {
  open = await openConsole({ path: '/login', store: memoryStore(), ...options })
  return open
}
export const type = (label: string, value: string, within_ = screen) =>
  fireEvent.change(within_.getByLabelText(label), { target: { value } })
export const logIn = () => act(async () => fireEvent.click(screen.getByRole('button', { name: /^Log in$/ })))

export async function submit(user = 'admin', password = 'secret'): Promise<void> {
  await screen.findByRole('button', { name: /^Log in$/ })
  type('User name', user)
  type('Password', password)
  await logIn()
}

/** Before and after each test of a file. */
export function setUpLoginPage(): void {
  beforeAll(() => startAllTexts())
  afterEach(() => {
    open?.close()
    open = null
    cleanup()
  })
}
