// Belongs here: sections of all owners, saves one after the other, changes of other processes. Does not: what a section means.
import { AppError } from '@fleetglass/contract/errors'
import type { z } from 'zod'
import type { Bus } from '../bus/index.ts'
import type { Clock } from '../clock/index.ts'
import type { ServerConfig } from '../config/index.ts'
import type { Database } from '../database/index.ts'
import { Mutex } from '../limits/index.ts'
import type { Log } from '../log/index.ts'
import { OpenSection } from './open-section.ts'
import { createSettingsStore, type SettingsStore, type StoredSection } from './settings.store.ts'
import type { OpenSettings, SavedSettings, Settings, SettingsAuthor, SettingsSection } from './settings.types.ts'
import { onSettingsChange, publishSettingsChange } from './settings-subject.ts'

/** Saves that wait for the one that runs; a further one is refused. People save settings, so that a full queue is a runaway program. */
const WAITING_MAX = 16
/** Of a section as it is stored. Field rules allow less; this bounds what one row costs each process. */
const SECTION_BYTES_MAX = 1024 * 1024

export interface SettingsDeps {
  readonly clock: Clock
  readonly log: Log
  readonly database: Database
  readonly bus: Bus
  readonly config: ServerConfig
}

export async function createSettings(deps: SettingsDeps): Promise<Settings> {
  const store = createSettingsStore(deps.database)
  return new StoredSettings(deps, store, await store.all())
}

class StoredSettings implements Settings {
  readonly #clock: Clock
  readonly #log: Log
  readonly #bus: Bus
  readonly #config: ServerConfig
  readonly #store: SettingsStore
  readonly #mutex = new Mutex()
  readonly #subscription: { close(): void }
  readonly #sections = new Map<string, OpenSection>()
  readonly #handles = new Map<string, OpenSettings>()
  /** As read at the start, for sections that are opened later. */
  readonly #unopened: Map<string, StoredSection>
  #waiting = 0
  #isClosed = false

  constructor(deps: SettingsDeps, store: SettingsStore, stored: ReadonlyMap<string, StoredSection>) {
    this.#clock = deps.clock
    this.#log = deps.log.child({ part: 'settings' })
    this.#bus = deps.bus
    this.#config = deps.config
    this.#store = store
    this.#unopened = new Map(stored)
    this.#subscription = onSettingsChange(deps.bus, {
      changed: ({ section, revision }) => this.#changed(section, revision),
      unreadable: (reason) =>
        this.#log.error({ reason }, 'Cannot read that settings changed; they hold from the next change on'),
      missed: () => {
        for (const name of this.#sections.keys()) this.#readAgain(name)
      },
    })
  }

  open<Schema extends z.ZodObject>(section: SettingsSection<Schema>): OpenSettings<z.output<Schema>> {
    const { name } = section
    const known = this.#sections.get(name)
    if (known !== undefined && known.section !== (section as SettingsSection)) {
      throw new Error(`there is a section ${name} of settings already`)
    }
    const handle = this.#handles.get(name) ?? this.#handleOf(section)
    this.#handles.set(name, handle)
    return handle as OpenSettings<z.output<Schema>>
  }

  named(name: string): OpenSettings<Readonly<Record<string, unknown>>> {
    const handle = this.#handles.get(name)
    if (handle === undefined) throw new Error(`nobody has opened the section ${name} of settings`)
    return handle as OpenSettings<Readonly<Record<string, unknown>>>
  }

  #handleOf(section: SettingsSection): OpenSettings {
    const opened = new OpenSection(section, this.#config, this.#unopened.get(section.name), this.#log)
    this.#sections.set(section.name, opened)
    this.#unopened.delete(section.name)
    return {
      get value() {
        return opened.value
      },
      get revision() {
        return opened.revision
      },
      get savedFields() {
        return opened.savedFields as never[]
      },
      save: (given, author) => this.#save(opened, given, author),
      subscribe: (listener) => opened.subscribe(listener),
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#subscription.close()
    await this.#mutex.idle()
    for (const section of this.#sections.values()) section.forget()
  }

  async #save(
    section: OpenSection,
    given: Readonly<Record<string, unknown>>,
    { name: savedBy, baseRevision }: SettingsAuthor,
  ): Promise<SavedSettings> {
    if (this.#isClosed) throw new AppError('server-stopping')
    if (this.#waiting >= WAITING_MAX) throw new AppError('too-many-saves')
    this.#waiting += 1
    try {
      return await this.#mutex.run(async () => {
        section.refuseIfOlder(baseRevision)
        const { fields, changes } = section.plan(given)
        if (changes.length === 0) return { revision: section.revision, changes }
        if (JSON.stringify(fields).length > SECTION_BYTES_MAX) throw new AppError('body-too-large')
        const stored = { revision: section.revision + 1, fields, savedMs: this.#clock.nowMs(), savedBy }
        await this.#replace(section, stored)
        this.#log.info({ section: section.section.name, user: savedBy, changes }, 'settings changed')
        section.take(stored)
        publishSettingsChange(this.#bus, { section: section.section.name, revision: stored.revision })
        return { revision: stored.revision, changes }
      })
    } finally {
      this.#waiting -= 1
    }
  }

  async #replace(section: OpenSection, stored: StoredSection): Promise<void> {
    const { name } = section.section
    if (await this.#store.replace(name, stored)) return
    const theirs = await this.#store.section(name)
    const seen = section.revision
    if (theirs !== null) section.take(theirs)
    section.refuseIfOlder(seen)
    throw new Error(`the section ${name} of settings could not be stored`)
  }

  #changed(name: string, revision: number): void {
    const section = this.#sections.get(name)
    if (section !== undefined && revision <= section.revision) return
    this.#readAgain(name)
  }

  #readAgain(name: string): void {
    void this.#mutex
      .run(async () => {
        const stored = await this.#store.section(name)
        if (stored === null || this.#isClosed) return
        const opened = this.#sections.get(name)
        if (opened === undefined) this.#unopened.set(name, stored)
        else if (stored.revision > opened.revision) opened.take(stored)
      })
      .catch((error: unknown) => {
        this.#log.error(
          { err: error, section: name },
          'Cannot read changed settings; they hold from the next change on',
        )
      })
  }
}
