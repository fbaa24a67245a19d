import { type MonitorPage, monitorPageOf } from '@fleetglass/contract/monitors'
import { type StandAlonePage, standAlonePageOf } from '@fleetglass/contract/stand-alone'
import type { ReactNode } from 'react'
import type { Root } from 'react-dom/client'
import { loadMonitor } from '../features/monitors/index.ts'
import { loadStandAlone, takeQuery } from '../features/stand-alone/index.ts'
import { arrive } from '../platform/admission/index.ts'
import { type Preferences, PreferencesProvider } from '../platform/preferences/index.ts'
import { loadPageTexts } from '../platform/texts/index.ts'
import { Barred } from './barred.tsx'

/** The page that the address opens by itself; its credentials are out of the address from here on. */
export type StandAloneVisit = { readonly query: Readonly<Record<string, string>> } & (
  | { readonly kind: 'stream'; readonly page: StandAlonePage }
  | { readonly kind: 'monitor'; readonly page: MonitorPage }
)

/** STAND-01, STAND-07, STAND-08: null for the main application, whose address is left as it is. */
export function standAloneVisit(bar: Parameters<typeof takeQuery>[0]): StandAloneVisit | null {
  const path = new URL(bar.location.href).pathname
  const page = standAlonePageOf(path)
  if (page !== null) return { kind: 'stream', page, query: takeQuery(bar) }
  const monitor = monitorPageOf(path)
  return monitor === null ? null : { kind: 'monitor', page: monitor, query: takeQuery(bar) }
}

/** A user who is let in gets the page of the address, else the main application. */
export async function enter(way: {
  readonly page: Window & typeof globalThis
  readonly root: Root
  readonly preferences: Preferences
  readonly visit: StandAloneVisit | null
  readonly showConsole: () => void
}): Promise<void> {
  const { page, root, preferences, visit } = way
  const admission = arrive(page, preferences.site, preferences.clock)
  switch (admission.kind) {
    case 'elsewhere':
      page.location.replace(admission.address)
      return
    case 'trial-over':
      root.render(<Barred reason="trial.over" />)
      return
    case 'no-webgl':
      root.render(<Barred reason="webgl.missing" />)
      return
    case 'admitted': {
      if (visit === null) return way.showConsole()
      const [content] = await Promise.all([contentOf(visit, page.location.hostname), preferences.languages.loadPages()])
      root.render(<PreferencesProvider value={preferences}>{content}</PreferencesProvider>)
    }
  }
}

async function contentOf(visit: StandAloneVisit, host: string): Promise<ReactNode> {
  if (visit.kind === 'stream') {
    const [StandAlone] = await Promise.all([loadStandAlone(), loadPageTexts()])
    return <StandAlone page={visit.page} query={visit.query} host={host} />
  }
  const [Monitor] = await Promise.all([loadMonitor(), loadPageTexts()])
  return <Monitor page={visit.page} query={visit.query} />
}
