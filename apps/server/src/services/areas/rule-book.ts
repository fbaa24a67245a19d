// Belongs here: the saved rules as this process holds them, and that a change reaches every process. Does not: SQL
// (rule.store.ts), which device is inside of what (ingest/rules), who may change a rule (features/fences, features/routes).
import type { Bus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { Mutex } from '../../platform/limits/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Rule, RuleBook, RuleDraft, RuleFamily } from './areas.types.ts'
import { createRuleStore, type RuleStore } from './rule.store.ts'
import { onRuleChange, publishRuleChange, type RuleChange } from './rule-subject.ts'

export interface RuleBookDeps {
  readonly clock: Clock
  readonly log: Log
  readonly database: Database
  readonly bus: Bus
}

/** The saved rules for those who evaluate them. */
export interface SavedRules {
  all(): Iterable<Rule>
  /** Called after each change, before the save resolves. */
  onChange(listener: () => void): { close(): void }
}

export interface StoredRuleBook extends RuleBook, SavedRules {
  /** Resolves when pending saves are on disk; idempotent. */
  close(): Promise<void>
}

/** Loads the rules. A rule that another process saves is read from the database when the bus says so. */
export async function createRuleBook(deps: RuleBookDeps): Promise<StoredRuleBook> {
  const store = createRuleStore(deps.database)
  const book = new Book(deps, store)
  await book.load()
  return book
}

class Book implements StoredRuleBook {
  readonly #deps: RuleBookDeps
  readonly #store: RuleStore
  readonly #rules = new Map<string, Rule>()
  /** Changes of rules, one after the other. */
  readonly #changing = new Mutex()
  readonly #listeners = new Set<() => void>()
  readonly #otherProcesses: { close(): void }

  constructor(deps: RuleBookDeps, store: RuleStore) {
    this.#deps = deps
    this.#store = store
    // Subscribed before the rules are loaded: a change in between is read again.
    this.#otherProcesses = onRuleChange(deps.bus, {
      changed: (change) => void this.#reload(change),
      unreadable: (reason) => deps.log.error({ reason }, 'a change of a rule by another server was lost'),
      missed: () => void this.#reloadAll(),
    })
  }

  load(): Promise<void> {
    return this.#changing.run(async () => {
      for (const rule of await this.#store.all()) this.#rules.set(placeOf(rule.family, rule.slot), rule)
    })
  }

  all(): Iterable<Rule> {
    return this.#rules.values()
  }

  list(family: RuleFamily): Rule[] {
    return [...this.#rules.values()].filter((rule) => rule.family === family).sort((a, b) => a.slot - b.slot)
  }

  get(family: RuleFamily, slot: number): Rule | undefined {
    return this.#rules.get(placeOf(family, slot))
  }

  save(draft: RuleDraft | (() => RuleDraft)): Promise<Rule> {
    return this.#changing.run(async () => {
      const made = typeof draft === 'function' ? draft() : draft
      const rule = await this.#store.save(made, Math.floor(this.#deps.clock.nowMs() / 1000))
      this.#put(rule)
      publishRuleChange(this.#deps.bus, { family: rule.family, slot: rule.slot, id: rule.id })
      return rule
    })
  }

  remove(family: RuleFamily, slot: number): Promise<boolean> {
    return this.#changing.run(async () => {
      if (!this.get(family, slot)) return false
      await this.#store.remove(family, slot)
      this.#drop(family, slot)
      publishRuleChange(this.#deps.bus, { family, slot, id: null })
      return true
    })
  }

  onChange(listener: () => void): { close(): void } {
    // A closure of its own, so that one function subscribed twice is called twice and closed once.
    const notify = (): void => listener()
    this.#listeners.add(notify)
    return { close: () => this.#listeners.delete(notify) }
  }

  async close(): Promise<void> {
    this.#otherProcesses.close()
    await this.#changing.idle()
  }

  /** Waits for the save of this process that is under way: its own change comes back over the bus and is known then. */
  async #reload({ family, slot, id }: RuleChange): Promise<void> {
    try {
      await this.#changing.run(async () => {
        if ((this.get(family, slot)?.id ?? null) === id) return
        // The row counts, not the message: two changes of a slot may come in either order.
        const rule = await this.#store.find(family, slot)
        if (rule === undefined) this.#drop(family, slot)
        else this.#put(rule)
      })
    } catch (error) {
      this.#deps.log.error({ err: error, family, slot }, 'a rule that another server changed could not be read')
    }
  }

  async #reloadAll(): Promise<void> {
    try {
      await this.#changing.run(async () => {
        const stored = await this.#store.all()
        const places = new Set(stored.map(({ family, slot }) => placeOf(family, slot)))
        for (const { family, slot } of [...this.#rules.values()]) {
          if (!places.has(placeOf(family, slot))) this.#drop(family, slot)
        }
        for (const rule of stored) this.#put(rule)
      })
    } catch (error) {
      this.#deps.log.error({ err: error }, 'the rules could not be read again after an outage of the bus')
    }
  }

  #put(rule: Rule): void {
    const place = placeOf(rule.family, rule.slot)
    if (this.#rules.get(place)?.id === rule.id) return
    this.#rules.set(place, rule)
    for (const listener of this.#listeners) listener()
  }

  #drop(family: RuleFamily, slot: number): void {
    if (!this.#rules.delete(placeOf(family, slot))) return
    for (const listener of this.#listeners) listener()
  }
}

function placeOf(family: RuleFamily, slot: number): string {
  return `${family} ${slot}`
}
