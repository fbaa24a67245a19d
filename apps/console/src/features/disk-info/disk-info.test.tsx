// @vitest-environment happy-dom
import { DISK_INFO_PERIOD_MS, type DiskInfo, diskInfoPath } from '@fleetglass/contract/disk-info'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

let open: TestConsole | null = null
let takeSizeAway: () => void
beforeEach(() => {
  takeSizeAway = giveElementsSize()
})
beforeAll(async () => {
  await startAllTexts()
  await import('./disk-info.page.tsx')
})
afterEach(() => {
  vi.useRealTimers()
  open?.close()
  open = null
  cleanup()
  takeSizeAway()
})

const MB = 1024 ** 2
const GB = 1024 ** 3
const info: DiskInfo = {
  disks: [
    {
      path: '/data/media',
      status: 'writing',
      full_size: 500 * GB,
      free_size: 125.5 * GB,
      used: 375 * GB,
      reserve: 1024 * MB,
      minMB: 100.5,
    },
    { path: 'aaaa-1', status: 'missing', full_size: null, free_size: null, used: null, reserve: null, minMB: 70.1 },
  ],
  footageUsedSize: 3 * GB,
  footageFullSize: 100 * GB,
  snapshotUsedSize: 512 * MB,
  snapshotFullSize: null,
  sdUsedSize: null,
  sdFullSize: 50 * GB,
  rootUsableSize: 42 * GB,
}

async function page(answer: () => unknown = () => info, mobile = false): Promise<void> {
  const http = { [diskInfoPath]: answer }
  open = await openConsole({ path: '/diskinfo', store: memoryStore(remembered), mobile, http })
}
const cells = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

it('[DISK-01] [DISK-02] [SHELL-059] disks are listed with path, status, sizes in GB, the reserve in MB and what is used', async () => {
  await page()
  await screen.findByRole('heading', { name: 'Disk info' })
  expect(cells()).toEqual([
    ['Path', 'Status', 'Full size (GB)', 'Free size (GB)', 'Reserve (MB)', 'Used'],
    ['/data/media', 'Recording', '500', '125.5', '1024', '75 %'],
    ['aaaa-1', 'Not mounted', 'Unknown', 'Unknown', 'Unknown', 'Unknown'],
  ])
})

it('[DISK-02] on a phone each disk is a card that names its figures, with the bar of what is used', async () => {
  await page(() => info, true)
  const card = (await screen.findByRole('rowheader', { name: '/data/media' })).closest('tr') as HTMLElement
  const labelled = within(card)
    .getAllByRole('cell')
    .map(({ dataset, textContent }) => `${dataset['label']}: ${textContent}`)
  expect(labelled).toEqual([
    'Status: Recording',
    'Full size (GB): 500',
    'Free size (GB): 125.5',
    'Reserve (MB): 1024',
    'Used: 75 %',
  ])
  expect(within(card).getByRole('meter', { name: /media/ }).getAttribute('value')).toBe('0.75')
})

it('[DISK-03] [DISK-04] [DISK-11] the data traffic of all disks is shown per minute and per hour', async () => {
  await page()
  const traffic = within(await screen.findByRole('region', { name: 'Data traffic' }))
  expect(traffic.getByText('170.60 MBytes per minute')).toBeTruthy()
  expect(traffic.getByText('10.00 GBytes per hour')).toBeTruthy()
})

it('[DISK-05] [DISK-06] the card of the event folder has what is used of each limit, and the usable root space', async () => {
  await page()
  const card = within(await screen.findByRole('region', { name: 'Event Download Folder' }))
  const spaces = card
    .getAllByRole('term')
    .map(({ textContent, nextElementSibling }) => [textContent, nextElementSibling?.textContent])
  expect(spaces).toEqual([
    ['Footage Space', '3 GB of 100 GB used'],
    ['Snapshot Space', '512 MB used, no limit set'],
    ['SD Backup Space', 'Counting files…'],
    ['System Root Space', '42 GB usable'],
  ])
})

it('[DISK-07] the page asks again 5 s after each answer, and not after it was left', async () => {
  expect(DISK_INFO_PERIOD_MS).toBe(5_000)
  let asked = 0
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  await page(() => {
    asked += 1
    return { ...info, rootUsableSize: asked * GB }
  })
  await screen.findByText('1 GB usable')
  await act(() => vi.advanceTimersByTimeAsync(5_100))
  await screen.findByText('2 GB usable')
  open?.close()
  open = null
  cleanup()
  const before = asked
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked).toBe(before)
})

it('a failure says why and can be tried again', async () => {
  let isBroken = true
  await page(() => (isBroken ? { hasError: true, message: 'The server is busy', code: 0 } : info))
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isBroken = false
  await act(async () => fireEvent.click(retry))
  await screen.findByRole('grid')
})
