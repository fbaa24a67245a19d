import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Screen } from './screens.ts'

const tabsFolder = join(import.meta.dirname, '../../apps/console/src/features/server-settings/tabs')

/** The pages of administration, and each tab of the server settings: a tab has the name of its file. */
export function administrationScreens(): readonly Screen[] {
  const tabs = readdirSync(tabsFolder)
    .map((file) => file.split('.')[0] ?? '')
    .filter((name) => name !== '' && name !== 'index')
  const pages = ['usersetting', 'groupsetting', 'groupsummary', 'permission', 'eventdefinesetting', 'i18neditor']
  return [
    ...pages.map((name) => ({ name, path: `/${name}`, ready: settled })),
    ...tabs.map((tab) => ({ name: `setting-${tab}`, path: `/setting?tab=${tab}`, ready: settled })),
  ]
}

async function settled(page: Page): Promise<void> {
  await page.getByRole('contentinfo').waitFor()
  await page.waitForLoadState('networkidle')
}
