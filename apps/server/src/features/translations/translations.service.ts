import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { AppError } from '@fleetglass/contract/errors'
import {
  isTranslationKey,
  type Languages,
  TRANSLATION_KEYS_MAX,
  type TranslationSave,
  textFault,
} from '@fleetglass/contract/translations'
import { type Bus, whenRestored } from '../../platform/bus/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { isSameSecret } from '../../platform/secret-text/index.ts'
import { changesOf, firstOf, isBuiltInLanguage, originalOf, textsWith } from './site-texts.ts'
import type { ChangedText, TranslationStore } from './translations.store.ts'

/** Languages and texts as they are sent: serialized and compressed once, because the login page waits for them. */
export interface PackedTexts {
  readonly plain: Buffer
  readonly packed: Buffer
  readonly tag: string
}

/** All texts, and those of the login page alone. */
export interface SiteTexts {
  readonly all: PackedTexts
  readonly login: PackedTexts
}

/** The texts of the site. */
export interface Translations {
  readonly current: SiteTexts
  /** From the database: another server may have replaced it. */
  token(): Promise<string>
  /** Makes another token; the one before is unknown at once, on every server. */
  replaceToken(): Promise<string>
  /** Throws why nothing was saved. */
  save(token: string, save: TranslationSave): Promise<void>
  close(): void
}

/** Every server has the texts packed and reads them again when one of them saves. */
const SUBJECT = 'translations.saved'
/** Faults that a refusal names; the others are counted. */
const NAMED_FAULTS = 20

const compress = promisify(gzip)
// The texts of the program are the same for every server of this process that has not changed them.
let unchanged: Promise<SiteTexts> | null = null

export async function createTranslations(deps: {
  readonly bus: Bus
  readonly log: Log
  readonly store: TranslationStore
}): Promise<Translations> {
  const { bus, log, store } = deps
  const token = (): Promise<string> => store.token(newToken())
  await token()
  let current = await packed(await store.changes())
  const readAgain = async (): Promise<void> => {
    current = await packed(await store.changes())
  }
  const changed = (): void => {
    readAgain().catch((error: unknown) => log.warn({ err: error }, 'the saved translations could not be read'))
  }
  const subscription = bus.subscribe(SUBJECT, changed)
  const watch = whenRestored(bus, changed)
  return {
    get current() {
      return current
    },
    token,
    async replaceToken() {
      const made = newToken()
      await store.setToken(made)
      return made
    },
    async save(given, save) {
      if (!isSameSecret(given, await token())) throw new AppError('unknown-path')
      refuseFaults(save)
      const changes = changesOf(save)
      const { version } = save
      const isCurrent = (stored: ChangedText[]): boolean => version === undefined || version === versionOf(stored)
      if (!(await store.replace(changes, isCurrent))) throw new AppError('translations-changed')
      await readAgain()
      bus.publish(SUBJECT, new Uint8Array())
    },
    close() {
      subscription.close()
      watch.close()
    },
  }
}

function newToken(): string {
  return randomBytes(24).toString('base64url')
}

/** Of the texts with these changes: what a browser compares, and what a save was made from. */
function versionOf(changes: readonly ChangedText[]): string {
  return tagOf(Buffer.from(JSON.stringify(textsWith(changes))))
}

function tagOf(plain: Buffer): string {
  return createHash('sha256').update(plain).digest('hex').slice(0, 16)
}

function packed(changes: readonly ChangedText[]): Promise<SiteTexts> {
  if (changes.length > 0) return pack(changes)
  unchanged ??= pack([])
  return unchanged
}

async function pack(changes: readonly ChangedText[]): Promise<SiteTexts> {
  const texts = textsWith(changes)
  const [all, login] = await Promise.all([packedText(texts), packedText(firstOf(texts))])
  return { all, login }
}

async function packedText(texts: Languages): Promise<PackedTexts> {
  const plain = Buffer.from(JSON.stringify(texts))
  return { plain, packed: await compress(plain, { level: 9 }), tag: tagOf(plain) }
}

function refuseFaults({ raw, data }: TranslationSave): void {
  if (raw.length > TRANSLATION_KEYS_MAX) throw new AppError('too-many-texts', { most: TRANSLATION_KEYS_MAX })
  const faults = raw.filter((key) => !isTranslationKey(key)).map((key) => `${key.slice(0, 40)}: bad-key`)
  const keys = new Set(raw)
  for (const [language, texts] of Object.entries(data)) {
    if (!isBuiltInLanguage(language)) throw new AppError('unknown-language', { language: language.slice(0, 40) })
    for (const [key, text] of Object.entries(texts)) {
      const fault = keys.has(key) ? textFault(text, originalOf(key)) : null
      if (fault !== null) faults.push(`${language} ${key}: ${fault}`)
    }
  }
  if (faults.length === 0) return
  const named = faults.length > NAMED_FAULTS ? [...faults.slice(0, NAMED_FAULTS), '…'] : faults
  const list = named.join('; ')
  throw new AppError('invalid-texts', { count: faults.length, faults: list })
}
