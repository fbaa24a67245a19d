import { isTranslationKey, type Languages, textFault } from '@fleetglass/contract/translations'
import { useState } from 'react'

/** A row of the editor. */
export interface TextRow {
  readonly key: string
}

interface Draft {
  /** Texts by language and key. */
  readonly edits: ReadonlyMap<string, string>
  readonly removed: ReadonlySet<string>
  readonly added: readonly { readonly key: string; readonly below: string }[]
}

const nothing: Draft = { edits: new Map(), removed: new Set(), added: [] }
const placeOf = (language: string, key: string): string => `${language}\n${key}`

/** What was changed in the editor and is not saved. */
export function useTranslationDraft(loaded: Languages) {
  const [draft, setDraft] = useState(nothing)
  const { edits, removed, added } = draft
  const stored = (language: string, key: string): string => loaded.data[language]?.[key] ?? ''
  const textOf = (language: string, key: string): string => edits.get(placeOf(language, key)) ?? stored(language, key)
  const rows = withAdded(loaded.raw, added)
  const keys = rows.filter((key) => !removed.has(key))
  const changedTexts = [...edits].filter(([place, text]) => {
    const [language = '', key = ''] = place.split('\n')
    return !removed.has(key) && text !== stored(language, key)
  })
  const faultOf = (language: string, key: string) => textFault(textOf(language, key), loaded.data.en?.[key])
  return {
    rows: rows.map((key): TextRow => ({ key })),
    textOf,
    isRemoved: (key: string): boolean => removed.has(key),
    faultOf,
    hasFault: changedTexts.some(([place]) => {
      const [language = '', key = ''] = place.split('\n')
      return faultOf(language, key) !== null
    }),
    changes: changedTexts.length + removed.size + added.filter(({ key }) => !removed.has(key)).length,
    edit: (language: string, texts: Readonly<Record<string, string>>): void =>
      setDraft((before) => ({
        ...before,
        edits: new Map([
          ...before.edits,
          ...Object.entries(texts).map(([key, text]) => [placeOf(language, key), text] as const),
        ]),
      })),
    toggleRemoved: (key: string): void =>
      setDraft((before) => ({
        ...before,
        removed: before.removed.has(key)
          ? new Set([...before.removed].filter((one) => one !== key))
          : new Set([...before.removed, key]),
      })),
    /** I18N-16: an empty or already known word is ignored. */
    addBelow: (below: string, word: string): void => {
      const key = word.trim()
      if (!isTranslationKey(key) || rows.includes(key)) return
      setDraft((before) => ({ ...before, added: [...before.added, { key, below }] }))
    },
    discard: (): void => setDraft(nothing),
    /** I18N-10, I18N-11: without what was removed, and without empty texts. */
    toSave: (): Languages => ({
      configs: loaded.configs,
      raw: keys,
      data: Object.fromEntries(
        Object.keys(loaded.data).map((language) => [
          language,
          Object.fromEntries(keys.map((key) => [key, textOf(language, key)]).filter(([, text]) => text !== '')),
        ]),
      ),
    }),
  }
}

export type TranslationDraft = ReturnType<typeof useTranslationDraft>

function withAdded(raw: readonly string[], added: Draft['added']): readonly string[] {
  const rows = [...raw]
  for (const { key, below } of added) rows.splice(rows.indexOf(below) + 1, 0, key)
  return rows
}
