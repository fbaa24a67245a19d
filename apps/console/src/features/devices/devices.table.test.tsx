// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered } from '../../app/console.fixtures.tsx'
import { device, fix } from '../../engines/fleet/fleet.fixtures.ts'
import type { Device } from '../../engines/fleet/index.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

type Console = Awaited<ReturnType<typeof openConsole>>

let open: Console
let giveBackSize: () => void

beforeAll(async () => {
  await startAllTexts()
  // The first test must not wait for the code of the page.
  await import('./devices.page.tsx')
})
beforeEach(() => {
  giveBackSize = giveElementsSize()
})
afterEach(() => {
  open.close()
  cleanup()
  giveBackSize()
})

async function list(devices: readonly Device[], mobile = false): Promise<void> {
  open = await openConsole({ path: '/blockview', store: memoryStore(remembered), mobile })
  await screen.findByRole('heading', { name: mobile ? 'Device List' : 'Dashboard' })
  open.list(...devices)
}

const many = (count: number) => Array.from({ length: count }, (_, index) => device({ deviceId: `v${index + 1}` }))
const ids = () =>
  screen
    .getAllByRole('rowheader')
    .map((cell) => cell.querySelector('.device-name-text')?.firstElementChild?.textContent)
const click = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

describe('the pages of the dashboard', () => {
  const labels = () =>
    screen.getAllByRole('button', { name: /^Page \d+$/ }).map((button) => Number(button.textContent?.trim()))
  const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const steps = ['First page', 'Previous page', 'Next page', 'Last page']
  const disabledSteps = () => steps.filter((name) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled)
  const current = () =>
    screen.getAllByRole('button', { name: /^Page \d+$/, current: 'page' }).map(({ textContent }) => textContent)

  it('[DASH-07] [DASH-14] have a button each within 10 of the current page, labelled from 1', async () => {
    await list(many(40 * 12))
    expect([labels(), current()]).toEqual([from(1, 11), ['1']])
    await click('Page 11')
    expect([labels(), current()]).toEqual([from(1, 21), ['11']])
    expect(ids()[0]).toBe('v121')
    await click('Page 21')
    expect([labels(), current()]).toEqual([from(11, 31), ['21']])
    await click('Last page')
    expect([labels(), current()]).toEqual([from(30, 40), ['40']])
  })

  it('[DASH-14] first and previous are disabled on the first page, next and last on the last one', async () => {
    await list(many(30))
    expect(disabledSteps()).toEqual(['First page', 'Previous page'])
    await click('Next page')
    expect(disabledSteps()).toEqual([])
    await click('Next page')
    expect(disabledSteps()).toEqual(['Next page', 'Last page'])
  })
})

describe('the order of the dashboard', () => {
  /** In the order in which the fleet lists them. */
  const four = [
    device({ deviceId: 'dev1', driverName: 'ann', memo: 'bus 10', plate: 'A-7', statusTimeS: 4_000 }),
    device({ deviceId: 'Dev2', driverName: 'Driver 2', memo: 'Bus 9', plate: 'b-10', statusTimeS: 1_000 }),
    device({ deviceId: 'dev3', driverName: 'Bo', memo: 'bus 1', plate: 'C-1', statusTimeS: 2_000 }),
    device({ deviceId: 'dev10', driverName: 'driver 10', memo: 'truck', plate: 'B-2', statusTimeS: 3_000 }),
  ]
  const sorted = () =>
    screen
      .getAllByRole('columnheader')
      .map((header) => [header.textContent, header.getAttribute('aria-sort')])
      .filter(([, sort]) => sort !== null)

  it.each([
    ['[DASH-77] a click on the device id', 'Device ID', ['dev1', 'Dev2', 'dev3', 'dev10']],
    ['[DASH-78] a click on the driver', 'Driver', ['dev1', 'dev3', 'Dev2', 'dev10']],
    ['[DASH-79] a click on the memo', 'Device Memo', ['dev3', 'Dev2', 'dev1', 'dev10']],
    ['[DASH-80] a click on the plate', 'Plate', ['dev1', 'dev10', 'Dev2', 'dev3']],
    ['[DASH-81] a click on the last update', 'Last updated', ['Dev2', 'dev3', 'dev10', 'dev1']],
  ])('%s sorts by it, and the next one reverses the direction', async (_, header, wanted) => {
    await list(four)
    // Something else is sorted before, so that the first click on each header starts.
    await click(header === 'Plate' ? 'Driver' : 'Plate')
    await click(header)
    expect([ids(), sorted()]).toEqual([wanted, [[header, 'ascending']]])
    await click(header)
    expect([ids(), sorted()]).toEqual([wanted.toReversed(), [[header, 'descending']]])
    await click(header)
    expect([ids(), sorted()]).toEqual([wanted, [[header, 'ascending']]])
  })

  it('[DASH-82] equal values keep the order of the device ids, sorting comes before paging, and the page stays', async () => {
    const thirty = many(30).map((one, index) => ({ ...one, driverName: index < 15 ? 'Zoe' : 'anna' }))
    await list(thirty)
    await click('Page 2')
    await click('Driver')
    const numbers = (...parts: readonly (readonly [number, number])[]) =>
      parts.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => `v${first + index}`))
    expect(ids()).toEqual(numbers([28, 30], [1, 9]))
    await click('Driver')
    expect(ids()).toEqual(numbers([13, 15], [16, 24]))
  })
})

describe('a row on a phone', () => {
  /** The class of each row, which its colour is bound to in the style sheet. */
  const colors = () => [...document.querySelectorAll('.phone-device')].map((row) => row.className.split(' ').at(-1))
  const at = (...speeds: readonly number[]) =>
    speeds.map((speedKmh, index) => device({ deviceId: `v${index}`, position: fix({ speedKmh }) }))

  it('[DASH-91] [DASH-92] is red above 100 km/h and green above 5 km/h', async () => {
    await list(at(150, 100.5, 100, 5.5), true)
    expect(colors()).toEqual(['row-red', 'row-red', 'row-green', 'row-green'])
  })

  it('[DASH-93] is blue for any other device that is online', async () => {
    await list([...at(5, 0), device({ deviceId: 'without a fix', position: null })], true)
    expect(colors()).toEqual(['row-blue', 'row-blue', 'row-blue'])
  })

  it('[DASH-94] [DASH-95] is light while offline, whatever its last speed was', async () => {
    await list(
      at(150, 50, 0).map((one) => ({ ...one, online: false })),
      true,
    )
    expect(colors()).toEqual(['row-light', 'row-light', 'row-light'])
  })
})
