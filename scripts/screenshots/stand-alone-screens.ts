import type { Page } from '@playwright/test'
import { PASSWORD, type Site, USER } from '../../tools/site/site.ts'
import { FILMED } from './recorded-device.ts'
import type { Screen } from './screens.ts'

/** A second after one o'clock of yesterday, when the filmed vehicle drove. */
const START_S = Math.floor(Date.now() / 86_400_000 - 1) * 86_400 + 13 * 3600 + 1

/** The pages that stand alone, whose addresses have the credentials. */
export function standAloneScreens(site: Site, device: string): readonly Screen[] {
  const path = (page: string, parameters: Readonly<Record<string, string>>): string =>
    `/${page}?${new URLSearchParams({ user: USER, password: PASSWORD, port: String(site.ports.streams), ...parameters })}`
  const part = { deviceid: FILMED, spbtime: String(START_S), duration: '60' }
  const one = { signedIn: false } as const
  return [
    { ...one, name: 'alone-live', path: path('live', { deviceid: device, chs: '7' }), ready: playing },
    { ...one, name: 'alone-playback', path: path('playback', { ...part, chs: '15' }), ready: playing },
    { ...one, name: 'alone-remote', path: path('remote', { ...part, deviceid: device, chs: '1048575' }), ready: alert },
    { ...one, name: 'alone-file', path: path('dlplayback', part), ready: begun },
    { ...one, name: 'alone-bad', path: '/dlplayback', ready: alert },
  ]
}

const playing = (page: Page) => page.locator('.tile[data-state="playing"]').first().waitFor({ timeout: 60_000 })
const begun = (page: Page) => page.locator('output[data-state="done"]').waitFor()
const alert = (page: Page) => page.getByRole('alert').waitFor()
