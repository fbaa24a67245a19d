// Belongs here: reads that are counted until they are written, and how many of them may be distinguished. Does not: writing them.
import type { AuditRow } from './audit.store.ts'

/** What a row has before it is numbered and counted. */
export type RowFields = Omit<AuditRow, 'time_ms' | 'writer' | 'seq' | 'calls'>

export interface CountedRead {
  readonly fields: RowFields
  /** Unix ms of the first of them. */
  readonly timeMs: number
  calls: number
}

/** Reads of a period that are distinguished by everything that a row has: those of one account, and of all. */
const DETAILED = { ofAccount: 500, inAll: 5_000 }
/** Reads beyond that are distinguished by account and action, until there are this many rows. */
const MAX_ROWS = 10_000

/** The row of the reads that are beyond every limit. */
const BEYOND: RowFields = {
  transport: 'server',
  account: '',
  permission: null,
  address: '',
  action: 'reads beyond the limits of the audit log',
  device_id: null,
  result: 'ok',
  parameters: '{}',
}

/**
 * Reads of one period. The same read of the same caller is one row with a count. Under a flood the details go first and the counts
 * stay: no read is left out of them.
 */
export class CountedReads {
  readonly #rows = new Map<string, CountedRead>()
  /** Those without details. */
  readonly #coarse = new Map<string, CountedRead>()
  readonly #detailedOf = new Map<string, number>()
  #detailed = 0
  #calls = 0

  /** Reads since they were taken last. */
  get calls(): number {
    return this.#calls
  }

  add(fields: RowFields, timeMs: number): void {
    this.#calls++
    const key = keyOf(fields)
    const known = this.#rows.get(key)
    if (known !== undefined) known.calls++
    else if (this.#mayDetail(fields)) this.#rows.set(key, { fields, timeMs, calls: 1 })
    else this.#addCoarse(fields, timeMs)
  }

  /** All rows; the next period begins. */
  take(): readonly CountedRead[] {
    const rows = [...this.#rows.values(), ...this.#coarse.values()]
    this.#rows.clear()
    this.#coarse.clear()
    this.#detailedOf.clear()
    this.#detailed = 0
    this.#calls = 0
    return rows
  }

  #mayDetail({ account, permission, address }: RowFields): boolean {
    // Names that were only claimed are as many as somebody sends; their address counts.
    const who = permission === null ? ` ${address}` : account
    const detailed = this.#detailedOf.get(who) ?? 0
    if (detailed >= DETAILED.ofAccount || this.#detailed >= DETAILED.inAll) return false
    this.#detailedOf.set(who, detailed + 1)
    this.#detailed++
    return true
  }

  #addCoarse({ transport, account: name, permission, action, result }: RowFields, timeMs: number): void {
    const account = permission === null ? '' : name
    const key = `${account}\n${action}\n${result}`
    const known = this.#coarse.get(key)
    if (known !== undefined) {
      known.calls++
    } else if (this.#rows.size + this.#coarse.size < MAX_ROWS) {
      const fields = { ...BEYOND, transport, account, permission, action, result }
      this.#coarse.set(key, { fields, timeMs, calls: 1 })
    } else {
      const beyond = this.#coarse.get('')
      if (beyond === undefined) this.#coarse.set('', { fields: BEYOND, timeMs, calls: 1 })
      else beyond.calls++
    }
  }
}

/** The device is one of the parameters, and the permission that of the account. */
function keyOf({ account, address, action, result, parameters }: RowFields): string {
  return `${account}\n${address}\n${action}\n${result}\n${parameters}`
}
