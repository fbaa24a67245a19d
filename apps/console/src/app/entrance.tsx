import { type MonitorPage, monitorPageOf } from '@fleetglass/contract/monitors'
import { sharePagePath } from '@fleetglass/contract/pages'
import { type StandAlonePage, standAlonePageOf } from '@fleetglass/contract/stand-alone'
import type { ReactNode } from 'react'
import type { Root } from 'react-dom/client'
import { loadMonitor } from '../features/monitors/index.ts'
import { loadStandAlone, takeQuery } from '../features/stand-alone/index.ts'
import { arrive } from '../platform/admission/index.ts'
import { type Preferences, PreferencesProvider } from '../platform/preferences/index.ts'
import { loadPageTexts } from '../platform/texts/index.ts'
import { loadSharedEvidence } from '../shared/shared-evidence/index.ts'
import { Barred } from './barred.tsx'

/** The page that the address opens by itself; its credentials are out of the address from here on. */
export type StandAloneVisit =
  | (OfAddress & { readonly kind: 'stream'; readonly page: StandAlonePage })
  | (OfAddress & { readonly kind: 'monitor'; readonly page: MonitorPage })
  | { readonly kind: 'shared'; readonly token: string }

interface OfAddress {
  readonly query: Readonly<Record<string, string>>
}

/** STAND-01, STAND-07, STAND-08: null for the main application, whose address is left as it is. */
export function standAloneVisit(bar: Parameters<typeof takeQuery>[0]): StandAloneVisit | null {
  const { hash, pathname: path } = new URL(bar.location.href)
  if (path === sharePagePath) return { kind: 'shared', token: hash.slice(1) }
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
  // Before admission, which is for users of the console: who was sent a link knows no other path, and needs no WebGL.
  if (visit?.kind === 'shared') return show(root, preferences, await contentOf(visit, page.location.hostname))
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
      return show(root, preferences, await contentOf(visit, page.location.hostname))
    }
  }
}

async function show(root: Root, preferences: Preferences, content: ReactNode): Promise<void> {
  await preferences.languages.loadPages()
  root.render(<PreferencesProvider value={preferences}>{content}</PreferencesProvider>)
}

async function contentOf(visit: StandAloneVisit, host: string): Promise<ReactNode> {
  if (visit.kind === 'stream') {
    const [StandAlone] = await Promise.all([loadStandAlone(), loadPageTexts()])
    return <StandAlone page={visit.page} query={visit.query} host={host} />
  }
  if (visit.kind === 'shared') {
    const [Shared] = await Promise.all([loadSharedEvidence(), loadPageTexts()])
    return <Shared token={visit.token} />
  }
  const [Monitor] = await Promise.all([loadMonitor(), loadPageTexts()])
  return <Monitor page={visit.page} query={visit.query} />
}
