import { type StandAlonePage, standAlonePageOf } from '@fleetglass/contract/stand-alone'
import type { Root } from 'react-dom/client'
import { loadStandAlone, takeQuery } from '../features/stand-alone/index.ts'
import { arrive } from '../platform/admission/index.ts'
import { type Preferences, PreferencesProvider } from '../platform/preferences/index.ts'
import { Barred } from './barred.tsx'

/** The page that the address asks for by itself; its credentials are out of the address from here on. */
export interface StandAloneVisit {
  readonly page: StandAlonePage
  readonly query: Readonly<Record<string, string>>
}

/** STAND-01, STAND-08: null for the main application, whose address is left as it is. */
export function standAloneVisit(bar: Parameters<typeof takeQuery>[0]): StandAloneVisit | null {
  const page = standAlonePageOf(new URL(bar.location.href).pathname)
  return page === null ? null : { page, query: takeQuery(bar) }
}

/** Whoever is let in gets the page of the address, else the main application. */
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
      const StandAlone = await loadStandAlone()
      root.render(
        <PreferencesProvider value={preferences}>
          <StandAlone {...visit} host={page.location.hostname} />
        </PreferencesProvider>,
      )
    }
  }
}
