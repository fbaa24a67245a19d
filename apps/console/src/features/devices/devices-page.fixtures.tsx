import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import type { Device } from '../../engines/fleet/index.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

export let open: TestConsole | null = null
let giveBackSize: () => void

export async function start(options: Parameters<typeof openConsole>[0]): Promise<TestConsole> {
  open = await openConsole(options)
  return open
}

/** The dashboard, with a list in it. */
export async function dashboard(devices: readonly Device[] = [], more: object = {}): Promise<TestConsole> {
  const opened = await start({ path: '/blockview', store: memoryStore(remembered), ...more })
  await screen.findByRole('heading', { name: 'Dashboard' })
  opened.list(...devices)
  return opened
}

export function shut(): void {
  open?.close()
  open = null
  cleanup()
}

export const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    device({ deviceId: `v${index + 1}`, plate: `P${String(count - index).padStart(3, '0')}` }),
  )
export const rowNames = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent?.replace('Idle', ''))
export const headers = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent)
export const click = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

/** Before and after each test of a file. */
export function setUpDashboard(): void {
  beforeAll(() => startAllTexts())
  beforeEach(() => {
    giveBackSize = giveElementsSize()
  })
  afterEach(() => {
    shut()
    giveBackSize()
  })
}
