import { en, type TranslatedLanguage } from '@fleetglass/texts/languages'
import { plainEnglish } from '@fleetglass/texts/of-pages'
import type { Page } from '@playwright/test'

type Words = string | RegExp

/**
 * A page in which screens find controls by their English names, whatever language it is shown in: names of roles, labels, titles and
 * texts are translated on the way.
 */
export function translatedPage(page: Page, language: TranslatedLanguage): Page {
  return language.config === 'en' ? page : translated(page, (words) => translate(words, language))
}

const byWords = ['getByText', 'getByLabel', 'getByTitle', 'getByPlaceholder']

function translated<T extends object>(target: T, into: (words: Words) => Words): T {
  return new Proxy(target, {
    get(from, name) {
      const value: unknown = Reflect.get(from, name, from)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        const reply: unknown = Reflect.apply(value, from, withWords(String(name), args, into))
        return isLocator(reply) ? translated(reply, into) : reply
      }
    },
  })
}

function withWords(method: string, args: readonly unknown[], into: (words: Words) => Words): unknown[] {
  const [first, second, ...others] = args
  if (byWords.includes(method) && isWords(first)) return [into(first), ...args.slice(1)]
  if (method !== 'getByRole' || typeof second !== 'object' || second === null || !('name' in second)) return [...args]
  return [first, isWords(second.name) ? { ...second, name: into(second.name) } : second, ...others]
}

function isWords(value: unknown): value is Words {
  return typeof value === 'string' || value instanceof RegExp
}

function isLocator(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'click' in value && !('then' in value)
}

const placeholder = /\{\{(\w+)\}\}/g
const plain: Readonly<Record<string, string>> = plainEnglish

/** Each English wording with the text of the other language. */
function wordings(language: TranslatedLanguage): readonly (readonly [english: string, text: string])[] {
  const texts: Readonly<Record<string, string>> = language.texts
  return Object.entries(en).flatMap(([key, english]) =>
    [english, plain[key] ?? ''].filter((one) => one !== '').map((one) => [one, texts[key] ?? one] as const),
  )
}

function translate(words: Words, language: TranslatedLanguage): Words {
  const known = wordings(language)
  if (words instanceof RegExp) {
    const found = known.filter(([english]) => words.test(english.replace(placeholder, '1')))
    const patterns = found.map(([, text]) => `^${escaped(text).replace(/\\\{\\\{\w+\\\}\\\}/g, '.*?')}`)
    return new RegExp([words.source, ...patterns].map((pattern) => `(?:${pattern})`).join('|'))
  }
  return known.find(([english]) => english === words)?.[1] ?? filledIn(words, known)
}

/** A text with values in it: those of the English one stand in the other. */
function filledIn(words: string, known: readonly (readonly [english: string, text: string])[]): string {
  for (const [english, text] of known) {
    if (english.replace(placeholder, '').trim().length < 4 || !english.includes('{{')) continue
    const names = [...english.matchAll(placeholder)].map(([, name]) => name ?? '')
    const values = new RegExp(`^${escaped(english).replace(/\\\{\\\{\w+\\\}\\\}/g, '(.*?)')}$`).exec(words)?.slice(1)
    if (values) return names.reduce((all, name, at) => all.replace(`{{${name}}}`, values[at] ?? ''), text)
  }
  return words
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
