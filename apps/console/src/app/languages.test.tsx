// @vitest-environment happy-dom

import { textsPath } from '@fleetglass/contract/translations'
import { en, languages } from '@fleetglass/texts/languages'
import { plainEnglish } from '@fleetglass/texts/of-pages'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readSiteConfig } from '../platform/config/index.ts'
import { memoryStore, storageKeys } from '../platform/storage/index.ts'
import { startLanguages, startTexts } from '../platform/texts/index.ts'
import { startAllTexts } from '../platform/texts/texts.fixtures.ts'
import { openConsole, remembered } from './console.fixtures.tsx'

type Console = Awaited<ReturnType<typeof openConsole>>

let open: Console | null = null

/** What the server of this build answers. */
const told = {
  configs: languages.map(({ config, name, icon }) => ({ config, name, icon })),
  raw: [],
  data: Object.fromEntries(languages.map(({ config, texts }) => [config, texts])),
}

async function start(options: Partial<Parameters<typeof openConsole>[0]> = {}, answer: unknown = told) {
  open = await openConsole({ path: '/login', store: memoryStore(), http: { [textsPath]: () => answer }, ...options })
  return open
}

const page = () => [document.documentElement.lang, document.documentElement.dir]
const choose = (value: string) => act(async () => fireEvent.change(screen.getByRole('combobox'), { target: { value } }))

// Fetched when it is wanted: on a busy machine that takes longer than a test waits for it.
beforeAll(() => import('./shell/shell.tsx').then(() => undefined), 180_000)
// Other files of this process expect English, and nothing beside it.
beforeEach(() => startAllTexts())
afterEach(async () => {
  await act(async () => open?.languages.choose('en'))
  open?.close()
  open = null
  cleanup()
  await startAllTexts()
})

describe('the languages', () => {
  it('[SHELL-019] [SHELL-020] the languages of the server can be chosen on the login page, and show at once', async () => {
    await start()
    const options = [...(await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Language' })).options]
    expect(options.map(({ text }) => text)).toEqual(['English', '繁體中文', 'العربية'])
    expect([screen.getByRole('button', { name: 'Log in' }), ...page()].slice(1)).toEqual(['en', 'ltr'])
    await choose('tw')
    expect(screen.getByRole('button', { name: '登入' })).toBeTruthy()
    expect(page()).toEqual(['zh-Hant-TW', 'ltr'])
    await choose('ar')
    expect(screen.getByRole('button', { name: 'تسجيل الدخول' })).toBeTruthy()
    expect(page()).toEqual(['ar', 'rtl'])
  })

  it('[SHELL-020] the list is the one of the server, in its order, and no other language of the build', async () => {
    const configs = [
      { config: 'ar', name: 'Arabic of the site', icon: '' },
      { config: 'en', name: 'English of the site', icon: '' },
    ]
    await start({}, { ...told, configs })
    const options = [...(await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Language' })).options]
    expect(options.map(({ value, text }) => [value, text])).toEqual([
      ['ar', 'Arabic of the site'],
      ['en', 'English of the site'],
    ])
    expect([...page(), screen.getByRole<HTMLSelectElement>('combobox').value]).toEqual(['en', 'ltr', 'en'])
  })

  it('[SHELL-019] [ENT-103] [CONST1-17] [DEBUG-40] one chosen in the bar shows at once, is stored under "language" and used again', async () => {
    const store = memoryStore(remembered)
    await start({ path: '/blockview', store })
    fireEvent.click(await screen.findByRole('button', { name: 'Language: English' }))
    await act(async () => fireEvent.click(await screen.findByRole('menuitemradio', { name: '繁體中文' })))
    expect(screen.getByRole('button', { name: '語言: 繁體中文' })).toBeTruthy()
    expect(store.get('language')).toBe('tw')
    open?.close()
    cleanup()
    await startAllTexts()
    await start({ path: '/blockview', store })
    expect(await screen.findByRole('button', { name: '語言: 繁體中文' })).toBeTruthy()
  })

  it('[SHELL-021] without a choice it is English, also where the server has no list of languages', async () => {
    for (const answer of [told, null, 'nonsense', { configs: [], data: {} }]) {
      await start({}, answer)
      expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy()
      expect(page()).toEqual(['en', 'ltr'])
      expect(screen.queryByRole('combobox') !== null).toBe(answer === told)
      open?.close()
      cleanup()
    }
  })

  it('[SHELL-022] [RIGHT-092] a site may set another default language; the choice of a user stays', async () => {
    await start({ site: { language: 'tw' } })
    expect(await screen.findByRole('button', { name: '登入' })).toBeTruthy()
    open?.close()
    cleanup()
    await start({ site: { language: 'tw' }, store: memoryStore({ [storageKeys.language]: 'en' }) })
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy()
  })

  it('[ENT-103] [ENT-105] a stored language that is not offered counts as none', async () => {
    await start({ store: memoryStore({ [storageKeys.language]: '__proto__' }) })
    expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy()
  })

  it('[SHELL-023] a text that is missing or empty falls back to English, then to its key', async () => {
    const data = { en: { 'login.user': '' }, tw: { 'login.title': '登入', 'login.save': '' } }
    await start({ store: memoryStore({ [storageKeys.language]: 'tw' }) }, { ...told, data })
    await waitFor(() => expect(document.documentElement.lang).toBe('zh-Hant-TW'))
    expect(screen.getByRole('button', { name: 'Log in' })).toBeTruthy()
    expect(screen.getByRole('switch', { name: 'Save password' })).toBeTruthy()
    expect(screen.getByLabelText('login.user')).toBeTruthy()
  })

  it('[CONST1-23] labels and texts that the requirements quote are the English ones, and a translation takes their place by their keys', async () => {
    const quoted = {
      'footage.fail': 'fail',
      'fence.save': 'SAVE',
      'fence.saved': 'Save Success',
      'gpsPlayback.noData': 'result: no gps data',
      'live.unknownDevice': 'Unknow device or device offline',
      'route.tooLarge': 'route too large',
      'route.pleaseReset': 'please reset route',
      'tree.maxChannels': 'max channels',
    }
    expect(en).toMatchObject(quoted)
    for (const { config, texts } of languages) {
      for (const [key, text] of Object.entries(quoted)) {
        const translated = (texts as Record<string, string>)[key] ?? ''
        expect([translated !== '', translated === text], `${key} in ${config}`).toEqual([true, config === 'en'])
      }
    }
    const options = { path: '/liveview/nobody', store: memoryStore(remembered) }
    for (const code of ['en', 'tw'] as const) {
      const { list } = await start(options)
      await waitFor(() => expect(open?.languages.state.getState().offered.length).toBe(languages.length))
      await act(async () => open?.languages.choose(code))
      list()
      const texts = languages.find(({ config }) => config === code)?.texts as Record<string, string>
      expect(await screen.findByText(texts['live.unknownDevice'] ?? '')).toBeTruthy()
      open?.close()
      cleanup()
    }
  })

  it('[RIGHT-091] words of the site stand above those of every language', async () => {
    const labels = { 'login.user': 'Badge number' }
    await startAllTexts({ labels, plainWords: false })
    await start({ site: { labels } })
    expect(await screen.findByLabelText('Badge number')).toBeTruthy()
    await choose('tw')
    expect(screen.getByLabelText('Badge number')).toBeTruthy()
  })

  it('[C16] words with clearer English replace the fixed ones where the site wants them, also over those of the server', async () => {
    const ways = () => screen.findByRole('button', { name: /^Not / })
    await start({ path: '/blockview', store: memoryStore(remembered) })
    expect((await ways()).textContent).toContain('Not Record')
    open?.close()
    cleanup()
    const site = { plainWords: true }
    await startAllTexts(readSiteConfig(site))
    await start({ path: '/blockview', store: memoryStore(remembered), site })
    await waitFor(() => expect(open?.languages.state.getState().offered.length).toBe(languages.length))
    expect((await ways()).textContent).toContain('Not recording')
    expect(plainEnglish['fence.save']).toBe('Save')
    for (const [key, text] of Object.entries(plainEnglish)) {
      expect(Object.keys(en)).toContain(key)
      expect(text, key).not.toBe(en[key as keyof typeof en])
    }
  })

  it('the login page has every word before the texts of the pages are fetched', async () => {
    await startTexts()
    await start({ path: '/login' })
    await screen.findByRole('button', { name: 'Log in' })
    const words = [...document.querySelectorAll('*')].flatMap((one) => [
      ...[...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent),
      ...['aria-label', 'title', 'placeholder', 'alt'].map((name) => one.getAttribute(name)),
    ])
    const keys = new Set(Object.keys(en))
    expect(words.filter((word) => word !== null && keys.has(word.trim()))).toEqual([])
  })

  it('in another language, a page waits for its texts, but not for ever; in English it does not wait', async () => {
    let answered = Promise.withResolvers<unknown>()
    let patient = Promise.withResolvers<void>()
    const asked: string[] = []
    const begin = (store = memoryStore()) =>
      startLanguages({
        store,
        page: document,
        siteLanguage: 'en',
        ask: (part) => {
          asked.push(part)
          return part === 'login' ? Promise.resolve(told) : answered.promise
        },
        patience: () => patient.promise,
      })
    const english = await begin()
    await english.loadPages()
    expect([english.state.getState().forPages, asked]).toEqual([true, ['login', 'all']])
    for (const end of [() => answered.resolve(told), () => patient.resolve()]) {
      answered = Promise.withResolvers()
      patient = Promise.withResolvers()
      const chinese = await begin(memoryStore({ [storageKeys.language]: 'tw' }))
      const loaded = chinese.loadPages()
      expect(chinese.state.getState()).toMatchObject({ shown: 'tw', forPages: false })
      end()
      await loaded
      expect(chinese.state.getState().forPages).toBe(true)
    }
  })

  it('a name inside a sentence that is read from right to left keeps its own direction', async () => {
    await start({ path: '/blockview', store: memoryStore({ ...remembered, [storageKeys.language]: 'ar' }) })
    expect(await screen.findByRole('button', { name: /\u2068admin\u2069/ })).toBeTruthy()
  })
})
