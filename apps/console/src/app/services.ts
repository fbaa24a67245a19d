import { themeUrls } from 'virtual:themes'
import type { Rights } from '@fleetglass/contract/access'
import { loginTextsPath, textsPath } from '@fleetglass/contract/translations'
import { rightsOnSite } from '@fleetglass/contract/variants'
import { type Channel, createChannel } from '../engines/channel/index.ts'
import { createEvents, type Events } from '../engines/events/index.ts'
import { createFleet, type Fleet, startFleetSync } from '../engines/fleet/index.ts'
import { cookieOfSession, createLogin, type Login, loginCalls, takeExternalLogin } from '../features/session/index.ts'
import { systemClock } from '../platform/clock/index.ts'
import { readSiteConfig } from '../platform/config/index.ts'
import { callJson } from '../platform/http/index.ts'
import { createUnitStore, decideMobile, type Preferences } from '../platform/preferences/index.ts'
import { browserStore } from '../platform/storage/index.ts'
import { startLanguages, startTexts } from '../platform/texts/index.ts'
import { startTheme } from '../platform/theme/index.ts'
import { chooseLengthUnit } from '../platform/units/index.ts'

/** Everything the pages stand on, built once. */
export interface Services {
  readonly preferences: Preferences
  readonly channel: Channel
  readonly fleet: Fleet
  readonly events: Events
  readonly login: Login
}

/** How long the first picture waits for the texts of another language. */
const LANGUAGE_PATIENCE_MS = 2000

/** What every page stands on. Resolves when theme and texts are there, so that the first picture is the right one. */
export async function startPreferences(
  page: Window & typeof globalThis & { readonly gmsConfig?: unknown; readonly gmsMap?: unknown },
): Promise<Preferences> {
  const clock = systemClock
  const store = browserStore()
  const log = (text: string): void => page.console.info(text)
  const site = readSiteConfig(page.gmsConfig, log, page.gmsMap)
  await startTexts(site)
  const [theme, languages] = await Promise.all([
    startTheme(site.forceDefaultStyle ? null : store, page.document, themeUrls),
    startLanguages({
      store,
      page: page.document,
      siteLanguage: site.language,
      ask: askLanguages,
      patience: () => new Promise((resolve) => clock.after(LANGUAGE_PATIENCE_MS, resolve)),
    }),
  ])
  const unit = createUnitStore(chooseLengthUnit(site.forcedUnit, store, page.navigator.language), store)
  const mobile = decideMobile(site.mobile, page.navigator.userAgent, page.innerWidth)
  return { clock, store, site, theme, languages, unit, mobile, log }
}

/** The composition root of the console. */
export function startServices(page: Window, preferences: Preferences): Services {
  const { clock, store, site, mobile, log } = preferences
  const granted = cookieOfSession({ calls: loginCalls, clock, log })
  const onSite = (rights: Rights) => rightsOnSite(rights, site)
  const channel = createChannel({ clock, openSocket: (url) => new WebSocket(url), granted, onSite, log })
  const fleet = createFleet(store)
  startFleetSync({ channel, fleet, clock, log })
  const events = createEvents({ channel, clock, openSocket: (url) => new WebSocket(url), store, mobile, log })
  const { hostname: host, protocol } = page.location
  const login = createLogin({
    channel,
    store,
    log,
    calls: loginCalls,
    page: { host, secure: protocol === 'https:', reload: () => page.location.reload() },
    strict: site.strictPassword,
    external: takeExternalLogin(page.location, page.history),
  })
  return { preferences, channel, fleet, events, login }
}

async function askLanguages(part: 'login' | 'all'): Promise<unknown> {
  const reply = await callJson('GET', part === 'login' ? loginTextsPath : textsPath)
  return reply.ok ? reply.value : null
}
