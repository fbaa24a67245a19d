// Belongs here: one section in memory: its value, its fields, its subscribers. Does not: rows and the bus (settings.ts).

import { isSecret } from '@fleetglass/contract/envelope'
import { AppError, fieldRefusal, ruleMessage } from '@fleetglass/contract/errors'
import { SECRET_MASK } from '@fleetglass/contract/server-settings'
import type { z } from 'zod'
import type { ServerConfig } from '../config/index.ts'
import { invalidRequest } from '../errors/index.ts'
import type { Log } from '../log/index.ts'
import { isSecretField, Secret } from './secret.ts'
import type { StoredField, StoredSection } from './settings.store.ts'
import type { SavedSettings, SettingsListener, SettingsSection } from './settings.types.ts'

type Fields = Readonly<Record<string, unknown>>

/** What a save would store. */
export interface PlannedSave {
  readonly fields: StoredSection['fields']
  readonly changes: SavedSettings['changes']
}

const NOTHING_STORED: StoredSection = { revision: 0, fields: {}, savedMs: 0, savedBy: '' }

export class OpenSection {
  readonly section: SettingsSection
  readonly #log: Log
  readonly #initial: Fields
  readonly #listeners = new Set<SettingsListener<Fields>>()
  #stored: StoredSection
  #value: Fields

  constructor(section: SettingsSection, config: ServerConfig, stored: StoredSection | undefined, log: Log) {
    this.section = section
    this.#log = log
    // The initial value is the program's own or was checked with the configuration: what does not fit is a bug.
    this.#initial = section.schema.parse(section.initial(config))
    this.#stored = stored ?? NOTHING_STORED
    this.#value = this.#read(this.#stored)
  }

  get value(): Fields {
    return this.#value
  }

  get revision(): number {
    return this.#stored.revision
  }

  get savedFields(): string[] {
    return Object.keys(this.#stored.fields).filter((name) => name in this.section.schema.shape)
  }

  subscribe(listener: SettingsListener<Fields>): { close(): void } {
    const own: SettingsListener<Fields> = (value, before) => listener(value, before)
    this.#listeners.add(own)
    return { close: () => void this.#listeners.delete(own) }
  }

  /** Throws for what the schema refuses. Fields that do not change stay as they are: unsaved ones follow the configuration. */
  plan(given: Fields): PlannedSave {
    const present = this.#encoded(this.#value)
    const typed = this.#withoutMasks(given)
    const parsed = this.section.schema.safeParse({ ...present, ...typed })
    if (!parsed.success) throw invalidRequest(parsed.error)
    const next = this.#encoded(parsed.data)
    const changed = Object.keys(next).filter((name) => !isSame(next[name], present[name]))
    this.#refuseSecretsElsewhere(typed, changed)
    const revision = this.revision + 1
    const fields: Record<string, StoredField> = { ...this.#stored.fields }
    for (const name of changed) fields[name] = { value: next[name], revision }
    const changes = changed.map((field) => ({
      field,
      before: this.#printed(field, this.#value[field]),
      after: this.#printed(field, parsed.data[field]),
    }))
    return { fields, changes }
  }

  #refuseSecretsElsewhere(typed: Fields, changed: readonly string[]): void {
    const { destinations = {} } = this.section
    for (const [field, places] of Object.entries(destinations)) {
      const stored = this.#value[field]
      const staysStored = stored instanceof Secret && stored.isSet && typed[field] === undefined
      if (!staysStored || !places.some((place) => changed.includes(place))) continue
      const reason = ruleMessage('typed-again', { fields: places.join(', ') })
      throw new AppError('invalid-field', fieldRefusal({ field, reason }))
    }
  }

  /** Throws when others saved after the revision; names the fields that changed. */
  refuseIfOlder(baseRevision: number | undefined): void {
    if (baseRevision === undefined || baseRevision === this.revision) return
    const changed = Object.entries(this.#stored.fields).filter(([, { revision }]) => revision > baseRevision)
    const fields = changed.map(([name]) => name).join(', ')
    throw new AppError('settings-changed', { user: this.#stored.savedBy, fields })
  }

  /** Takes what is on disk now, and calls the subscribers. A revision that is older than the present one is left out. */
  take(stored: StoredSection): void {
    if (stored.revision <= this.revision) return
    const before = this.#value
    this.#stored = stored
    this.#value = this.#read(stored)
    for (const listener of [...this.#listeners]) {
      try {
        listener(this.#value, before)
      } catch (error) {
        // The change is on disk: one subscriber that fails must not keep it from the others.
        this.#log.error(
          { err: error, section: this.section.name },
          'Cannot apply changed settings in a part of the server',
        )
      }
    }
  }

  forget(): void {
    this.#listeners.clear()
  }

  /** The initial value with the saved fields in their places; what an older release has saved and does not fit is left out. */
  #read({ fields }: StoredSection): Fields {
    const { schema, name: section } = this.section
    const saved: Record<string, unknown> = {}
    for (const [name, { value }] of Object.entries(fields)) {
      const rule = (schema.shape as Readonly<Record<string, z.ZodType>>)[name]
      if (rule === undefined) continue
      if (rule.safeParse(value).success) saved[name] = value
      else
        this.#log.warn(
          { section, field: name },
          'A saved setting does not fit; its initial value is used. Save it again.',
        )
    }
    const whole = schema.safeParse({ ...this.#encoded(this.#initial), ...saved })
    if (whole.success) return whole.data
    this.#log.warn({ section }, 'Saved settings do not fit each other; the initial values are used. Save them again.')
    return this.#initial
  }

  /** As it is stored. What a field makes of its input is taken by the same field again, so that secrets alone are written back. */
  #encoded(value: Fields): Fields {
    const fields = Object.entries(value)
    return Object.fromEntries(fields.map(([name, one]) => [name, one instanceof Secret ? one.reveal() : one]))
  }

  /** As JSON. A `Secret` prints its mask; what its field calls secret is known to the browser, and is in no log either. */
  #printed(name: string, value: unknown): unknown {
    const field = (this.section.schema.shape as Readonly<Record<string, z.ZodType>>)[name]
    const text = JSON.parse(JSON.stringify(value ?? null)) as unknown
    return field !== undefined && isSecret(field) && text !== null && text !== '' ? SECRET_MASK : text
  }

  #withoutMasks(given: Fields): Fields {
    const { shape } = this.section.schema
    const isMissing = ([name, value]: [string, unknown]): boolean => value === SECRET_MASK && isSecretField(shape[name])
    return Object.fromEntries(Object.entries(given).filter((entry) => entry[1] !== undefined && !isMissing(entry)))
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
