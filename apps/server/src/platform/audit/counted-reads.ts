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
    else if (this.#mayDetail(fields)) this.#insert(key, fields, timeMs)
    else this.#addCoarse(fields, timeMs)
  }

  /** All rows; the next period begins. */
  take(): readonly CountedRead[] {
    const rows = [...this.#rows.values()]
    this.#rows.clear()
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

  #addCoarse(fields: RowFields, timeMs: number): void {
    const { transport, account, permission, action, result } = fields
    const coarse = { ...BEYOND, transport, account: permission === null ? '' : account, permission, action, result }
    const key = keyOf(coarse)
    const known = this.#rows.get(key)
    if (known !== undefined) known.calls++
    else if (this.#rows.size < MAX_ROWS) this.#insert(key, coarse, timeMs)
    else {
      const beyond = this.#rows.get('')
      if (beyond === undefined) this.#insert('', BEYOND, timeMs)
      else beyond.calls++
    }
  }

  #insert(key: string, fields: RowFields, timeMs: number): void {
    this.#rows.set(key, { fields, timeMs, calls: 1 })
  }
}

function keyOf({ account, address, action, device_id, result, parameters }: RowFields): string {
  return `${account}\n${address}\n${action}\n${device_id}\n${result}\n${parameters}`
}
