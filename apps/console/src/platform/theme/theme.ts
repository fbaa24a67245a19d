import { createStore, type StoreApi } from 'zustand/vanilla'
import { storageKeys, type TextStore } from '../storage/index.ts'
import { parseThemeName, type ThemeName, themeTone } from './theme-names.ts'

export interface ThemeState {
  readonly name: ThemeName
  readonly tone: 'light' | 'dark'
}

/** The theme in use. `choose` swaps the stylesheet without a moment in which none applies, and remembers it. */
export interface Theme {
  readonly state: StoreApi<ThemeState>
  choose(name: ThemeName): Promise<void>
}

/** Applies the remembered theme (without a store the default one, RIGHT-104); resolves when its stylesheet is there, so that the first picture is the right one. */
export async function startTheme(
  store: TextStore | null,
  page: Document,
  sheetUrls: Readonly<Record<string, string>>,
): Promise<Theme> {
  const initial = parseThemeName(store?.get(storageKeys.themeName) ?? null)
  const state = createStore<ThemeState>(() => ({ name: initial, tone: themeTone(initial) }))
  let latest = 0
  const apply = async (name: ThemeName): Promise<void> => {
    latest += 1
    const turn = latest
    const arrived = await loadSheet(page, sheetUrls[name] ?? '')
    if (turn !== latest) return arrived.remove()
    for (const link of page.querySelectorAll('link[data-theme], link#theme')) if (link !== arrived) link.remove()
    page.documentElement.dataset.bsTheme = themeTone(name)
    page.documentElement.dataset.theme = name
    state.setState({ name, tone: themeTone(name) }, true)
  }
  await apply(initial)
  return {
    state,
    async choose(name) {
      store?.set(storageKeys.themeName, name)
      await apply(name)
    },
  }
}

function loadSheet(page: Document, href: string): Promise<HTMLLinkElement> {
  const present = [...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].find(
    (link) => link.getAttribute('href') === href && link.sheet !== null,
  )
  if (present) return Promise.resolve(present)
  return new Promise((resolve) => {
    const link = page.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.dataset.theme = ''
    // A theme that cannot be fetched leaves plain but working pages: the promise settles either way.
    link.addEventListener('load', () => resolve(link), { once: true })
    link.addEventListener('error', () => resolve(link), { once: true })
    page.head.prepend(link)
  })
}
