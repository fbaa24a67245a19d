import { createContext, type ReactNode, use, useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Clock } from '../clock/index.ts'
import type { SiteConfig } from '../config/index.ts'
import { storageKeys, type TextStore } from '../storage/index.ts'
import { type DateText, dateTextIn, type Languages, type LanguagesState } from '../texts/index.ts'
import type { Theme, ThemeState } from '../theme/index.ts'
import type { LengthUnit } from '../units/index.ts'

/** What this browser and this site have chosen; made once at start. */
export interface Preferences {
  readonly clock: Clock
  readonly store: TextStore
  readonly site: SiteConfig
  readonly theme: Theme
  readonly languages: Languages
  readonly unit: StoreApi<LengthUnit>
  /** Decided once at load (SHELL-018). */
  readonly mobile: boolean
  /** Writes a line to the browser's console; never a password or hash (ERR0-05). */
  readonly log: (text: string) => void
}

const PreferencesContext = createContext<Preferences | null>(null)

export function PreferencesProvider(props: { readonly value: Preferences; readonly children: ReactNode }) {
  return <PreferencesContext value={props.value}>{props.children}</PreferencesContext>
}

export function usePreferences(): Preferences {
  const value = use(PreferencesContext)
  if (!value) throw new Error('usePreferences outside of PreferencesProvider')
  return value
}

/** The clock of the page: pages take time from it, never from the browser directly. */
export function useClock(): Clock {
  return usePreferences().clock
}

export function useSite(): SiteConfig {
  return usePreferences().site
}

export function useIsMobile(): boolean {
  return usePreferences().mobile
}

export function useTheme(): ThemeState {
  return useStore(usePreferences().theme.state)
}

/** What can be chosen and what is shown; `usePreferences().languages.choose` shows another. */
export function useLanguages(): LanguagesState {
  return useStore(usePreferences().languages.state)
}

/** Writes dates in the language that is shown. */
export function useDateText(): DateText {
  const { shown } = useLanguages()
  return useMemo(() => dateTextIn(shown), [shown])
}

export function useLengthUnit(): LengthUnit {
  return useStore(usePreferences().unit)
}

/** The unit in use, remembered in `store` whenever it is chosen (SHELL-120). */
export function createUnitStore(initial: LengthUnit, store: TextStore): StoreApi<LengthUnit> {
  const unit = createStore<LengthUnit>(() => initial)
  unit.subscribe((chosen) => store.set(storageKeys.lengthUnit, chosen))
  return unit
}

/** SHELL-018: forced by the site, else a phone or tablet by its name, else a narrow window. */
export function decideMobile(forced: boolean | null, userAgent: string, widthPx: number): boolean {
  return forced ?? (/Android|iPhone|iPad|iPod|Mobile|Tablet/i.test(userAgent) || widthPx < 768)
}
