import {
  DEFAULT_LANGUAGE,
  type Language,
  type Languages as LanguageReply,
  languageDirection,
  languagesSchema,
  languageTag,
} from '@fleetglass/contract/translations'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { storageKeys, type TextStore } from '../storage/index.ts'
import { addTexts, showLanguage } from './texts.ts'

export interface LanguagesState {
  /** What can be chosen: English alone until the server has sent its list. */
  readonly offered: readonly Language[]
  /** The language that is shown. */
  readonly shown: string
  /** Whether a page can be drawn in it: English always, another language once the texts of the pages have come. */
  readonly forPages: boolean
}

/** The languages of the interface, and which one is shown. */
export interface Languages {
  readonly state: StoreApi<LanguagesState>
  /** Shows another language at once and remembers it; one that is not offered is left alone. */
  choose(code: string): Promise<void>
  /**
   * Loads the texts of the pages. Resolves when a page can be drawn: at once in English, in another language when its texts are there or
   * the page must wait no longer.
   */
  loadPages(): Promise<void>
  /** Loads the list again and shows it. */
  refresh(): Promise<void>
}

export interface LanguageDeps {
  readonly store: TextStore
  readonly page: Document
  /** The language of those who have chosen none (RIGHT-092). */
  readonly siteLanguage: string
  /** Loads the languages of the server, with the texts of the login page or with all; null when it does not answer. */
  readonly ask: (part: 'login' | 'all') => Promise<unknown>
  /** Resolves when a picture must wait no longer. */
  readonly patience: () => Promise<void>
}

const english: Language = { config: DEFAULT_LANGUAGE, name: 'English', icon: 'En' }

/**
 * Begins with the remembered language, else the site's (SHELL-021, 022). English is there at once; for another one the first
 * picture waits a moment, so that no page is drawn twice. Texts that come later are shown then.
 */
export async function startLanguages(deps: LanguageDeps): Promise<Languages> {
  const { store, page, siteLanguage } = deps
  const state = createStore<LanguagesState>(() => ({
    offered: [english],
    shown: DEFAULT_LANGUAGE,
    forPages: true,
  }))
  let hasPages = false
  let pages: Promise<void> | null = null
  const show = async (code: string): Promise<void> => {
    await showLanguage(code)
    page.documentElement.lang = languageTag(code)
    page.documentElement.dir = languageDirection(code)
    state.setState({ shown: code, forPages: hasPages || code === DEFAULT_LANGUAGE })
  }
  const isOffered = (code: string): boolean => state.getState().offered.some(({ config }) => config === code)
  const wanted = (): string => {
    const wishes = [store.get(storageKeys.language), siteLanguage]
    return wishes.find((code): code is string => code !== null && isOffered(code)) ?? DEFAULT_LANGUAGE
  }
  const learn = async (part: 'login' | 'all'): Promise<void> => {
    const reply = languagesSchema.safeParse(await deps.ask(part))
    if (!reply.success) return
    state.setState({ offered: offer(reply.data) })
    for (const [code, texts] of Object.entries(reply.data.data)) addTexts(code, texts)
    await show(wanted())
  }
  await show(DEFAULT_LANGUAGE)
  const learned = learn('login')
  const first = store.get(storageKeys.language) ?? siteLanguage
  if (first !== DEFAULT_LANGUAGE) await Promise.race([learned, deps.patience()])
  return {
    state,
    refresh: () => learn('all'),
    async loadPages() {
      pages ??= Promise.race([learn('all'), deps.patience()]).then(() => {
        hasPages = true
        state.setState({ forPages: true })
      })
      if (!state.getState().forPages) await pages
    },
    async choose(code) {
      if (!isOffered(code)) return
      store.set(storageKeys.language, code)
      await show(code)
    },
  }
}

/** What the server offers and has texts for; English in any case. */
function offer({ configs, data }: LanguageReply): readonly Language[] {
  const known = configs.filter(({ config }) => config === DEFAULT_LANGUAGE || Object.hasOwn(data, config))
  return known.some(({ config }) => config === DEFAULT_LANGUAGE) ? known : [english, ...known]
}
