// The keys of a long table in a browser that lays it out: rows that are fetched only when the table reaches them.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { openPage, watchErrors } from '../../tools/site/browser.ts'
import { Site } from '../../tools/site/site.ts'
import { addDevices } from './event-site.ts'
import { storeEvents } from './stored-events.ts'

const VAN = '13900000001'
const ROWS = 1_000
/** A whole minute, as the address of a query needs. */
const NEWEST_S = Math.floor(Date.now() / 60_000) * 60 - 3_600

let site: Site

test.beforeAll(async () => {
  site = await Site.start()
  await addDevices(site, [VAN])
  await storeEvents(
    site,
    Array.from({ length: ROWS }, (_, at) => ({
      device: VAN,
      timeS: NEWEST_S - at * 60,
      code: 2,
      name: 'Overspeed',
      memo: `number ${at}`,
    })),
  )
})

test.afterAll(() => site?.close())

for (const [width, height] of [
  [1920, 1080],
  [390, 844],
] as const) {
  test(`End and Home show the last and the first event, and the focus stays in the table (${width} px wide)`, async ({
    page,
  }) => {
    const errors = watchErrors(page)
    await page.setViewportSize({ width, height })
    await openPage(page, site, `/queryeventex?from=${NEWEST_S - ROWS * 60}&to=${NEWEST_S + 60}`)
    const first = rowAt(page, 0)
    const last = rowAt(page, ROWS - 1)
    await first.focus()
    await page.keyboard.press('End')
    await expect(last).toContainText(`number ${ROWS - 1}`)
    await expectWholeRow(last)
    await page.keyboard.press('ArrowUp')
    await expectWholeRow(rowAt(page, ROWS - 2))
    await page.keyboard.press('PageUp')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('End')
    await expectWholeRow(last)
    await page.keyboard.press('Home')
    await expectWholeRow(first)
    expect(errors).toEqual([])
  })
}

function rowAt(page: Page, index: number): Locator {
  return page.locator(`tr[data-row="${index}"]`)
}

/** The row has the focus, and its first and its last line are between the head and the lower edge of the table. */
async function expectWholeRow(row: Locator): Promise<void> {
  await expect(row).toBeFocused()
  await expect
    .poll(() =>
      row.evaluate((element) => {
        const table = element.closest('table')
        const head = table?.querySelector('thead')?.getBoundingClientRect().bottom ?? Number.NaN
        const edge = table?.parentElement?.getBoundingClientRect().bottom ?? Number.NaN
        const { top, bottom } = element.getBoundingClientRect()
        return top >= head - 1 && bottom <= Math.min(edge, innerHeight) + 1
      }),
    )
    .toBe(true)
}
