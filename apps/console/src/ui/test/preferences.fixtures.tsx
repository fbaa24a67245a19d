import { createManualClock } from '@fleetglass/testkit'
import type { ReactNode } from 'react'
import { type Preferences, PreferencesProvider } from '../../platform/preferences/index.ts'
import { memoryStore } from '../../platform/storage/index.ts'

const store = memoryStore()

/** For tests of the kit alone: a browser with storage, of a desktop or a phone. */
export function withPreferences(children: ReactNode, mobile = false): ReactNode {
  const preferences = { clock: createManualClock(), store, mobile } as unknown as Preferences
  return <PreferencesProvider value={preferences}>{children}</PreferencesProvider>
}
