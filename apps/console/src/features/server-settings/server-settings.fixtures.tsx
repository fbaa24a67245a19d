import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'

let open: TestConsole | null = null

/** Opens the page as its administrator at the address of the server, and closes it after each test of the file. */
export function settingsPage() {
  beforeAll(async () => {
    await startAllTexts()
    // No test pays for the first load of the page.
    await Promise.all([import('../../app/shell/shell.tsx'), import('./server-settings.page.tsx')])
  }, 180_000)
  afterEach(() => {
    open?.close()
    open = null
    cleanup()
  })
}

export async function openSettings(
  path: string,
  answers: Pick<Parameters<typeof openConsole>[0], 'http' | 'replies'>,
): Promise<void> {
  const store = memoryStore({ ...remembered, ServerIp: 'localhost' })
  open = await openConsole({ path, store, host: 'localhost', ...answers })
}

export const calls = () => open?.called ?? []
export const puts = () => calls().filter(({ method }) => method === 'PUT')
/** Messages of the main channel with this code, as fields. */
export const messages = (code: string) => wholeMessages(code).map(({ fields }) => fields)
/** With their payloads. */
export const wholeMessages = (code: string) =>
  (open?.sockets ?? []).flatMap((socket) => socket.asked).filter((one) => one.code === code)

export const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
export const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
export async function type(name: string, value: string): Promise<HTMLInputElement> {
  const input = await field(name)
  await act(async () => fireEvent.change(input, { target: { value } }))
  return input
}
