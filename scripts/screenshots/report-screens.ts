import type { Page } from '@playwright/test'
import type { Screen } from './screens.ts'

/** The pages of reports, each with the answer of a query. */
export function reportScreens(): readonly Screen[] {
  return [
    { name: 'mileage-empty', path: '/mileage', ready: (page) => page.getByRole('button', { name: 'Query' }).waitFor() },
    { name: 'mileage', path: '/mileage', ready: mileage },
    { name: 'netflow', path: '/devicenetflow', ready: netflow },
    {
      name: 'event-reports',
      path: '/eventreportsetting',
      ready: (page) => page.getByRole('heading', { name: 'Event report scheduling' }).waitFor(),
    },
    { name: 'event-report-new', path: '/eventreportsetting', ready: newReport },
    {
      name: 'report-files',
      path: '/reportfilelist',
      ready: (page) => page.getByRole('button', { name: 'Query' }).waitFor(),
    },
  ]
}

async function mileage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await page.getByRole('button', { name: 'Query' }).click()
  await page.getByRole('grid', { name: 'Distances' }).waitFor()
  await page.getByRole('button', { name: 'CSV' }).waitFor()
}

async function newReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add report' }).click()
  await page.getByLabel('Time zone').waitFor()
}

async function netflow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Query' }).click()
  await page.getByRole('grid', { name: 'Bytes by day' }).waitFor()
}
