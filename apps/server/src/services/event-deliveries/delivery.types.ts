import type { DeliveryOutcome } from '@fleetglass/contract/event-plans'
import type { Database } from '../../platform/database/index.ts'

export type DeliveryKind = 'webhook' | 'script' | 'mail' | 'report' | 'report-mail'

/** One event or one report file for one receiver, before it is stored. */
export interface NewDelivery {
  readonly kind: DeliveryKind
  /** An address, a file name, or a comma list of mail addresses. */
  readonly target: string
  /** The name of the plan or of the report. */
  readonly plan: string
  /** 0: of no device. */
  readonly deviceKey: number
  /** As JSON: the event, a `DeliveredReport`, or the `MailedReport` of a `report-mail`. */
  readonly body: string
}

export interface Delivery extends NewDelivery {
  readonly id: number
  readonly state: 'waiting' | 'done' | 'failed'
  readonly attempts: number
  readonly createdMs: number
  readonly triedMs: number | null
  /** Before the next attempt, while it waits. */
  readonly dueMs: number
  /** How the last attempt ended; empty before the first. */
  readonly outcome: string
  /** What the other side said. */
  readonly detail: string
}

/** A file of a report, by its id. */
export interface DeliveredReport {
  readonly fileid: string
  readonly filename: string
  /** Where its period ends, unix seconds. */
  readonly endtime: number
}

/** What a mail says of the file of a report. */
export interface MailedReport extends DeliveredReport {
  readonly type: string
  /** Unix seconds. */
  readonly starttime: number
  /** Offset of the zone of the report, seconds. */
  readonly tz: number
  /** Empty: that of the mail settings. */
  readonly sender: string
}

/** The files of reports. */
export interface ReportFiles {
  /** `null`: it was removed. */
  size(id: string): Promise<number | null>
  read(id: string, start: number, end: number): AsyncIterable<Uint8Array>
  readAll(id: string): Promise<Uint8Array>
}

/** How an attempt ended. */
export interface Attempt {
  readonly isDone: boolean
  /** A further attempt would end in the same way. */
  readonly isFinal: boolean
  /** The receiver was not reached: nothing else for it is tried for a while. */
  readonly isAway: boolean
  readonly outcome: DeliveryOutcome
  readonly detail: string
}

export interface DeliveryQuery {
  readonly beforeId: number | null
  /** Left out: of every kind. */
  readonly kinds?: readonly DeliveryKind[]
  readonly limit: number
}

/** What push and realtime plans and reports send. */
export interface EventDeliveries {
  /** Events are stored that may have deliveries. Never waits. */
  wake(): void
  /** Whether so many wait that no more should be added. */
  readonly isFull: boolean
  /** Stores some in a transaction of the caller, who calls `wake` when it is committed. */
  add(tables: Pick<Database, 'tables'>, ...deliveries: readonly NewDelivery[]): Promise<void>
  /** The newest first. */
  list(query: DeliveryQuery): Promise<Delivery[]>
  /** Sends it again, now; `false` where there is none or it waits already. */
  again(id: number): Promise<boolean>
  /** With which a receiver checks that a request is of this site. */
  secretOf(address: string): Promise<string>
  close(): Promise<void>
}
