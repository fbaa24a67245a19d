import type { Job } from '../../platform/scheduler/index.ts'
import type { Account } from '../directory/index.ts'

export type TalkKind = 'talk' | 'broadcast'

/** A talk or broadcast that was held. */
export interface Talk {
  /** Number of its row. */
  readonly serialNo: number
  readonly kind: TalkKind
  readonly user: string
  readonly address: string
  readonly deviceIds: readonly string[]
  /** Unix ms. */
  readonly beginMs: number
  /** `null` while it goes on. */
  readonly endMs: number | null
  readonly updateMs: number
  /** How it ended, in a sentence for people; empty for the usual end. */
  readonly result: string
  /** Below the folder of talks, with slashes. Empty: no sound was received. */
  readonly path: string
  readonly hasOperator: boolean
  readonly hasDevice: boolean
}

export interface NewTalk {
  readonly kind: TalkKind
  readonly account: Pick<Account, 'id' | 'name'>
  readonly address: string
  readonly deviceIds: readonly string[]
}

/** A talk that goes on. */
export interface TalkRecording {
  /** 8 kHz samples of the operator, or of the device. */
  said(side: 'operator' | 'device', samples: Int16Array): void
  /** Later calls do nothing. Resolves when file and row are closed; never rejects. */
  end(result: string): Promise<void>
}

export interface TalkQuery {
  /** Unix ms, [from, to). */
  readonly fromMs: number
  readonly toMs: number
  /** The account whose talks are meant; `null`: of all. */
  readonly userId: number | null
  /** Part of it is enough; empty: any. */
  readonly user: string
  readonly deviceId: string
  readonly offset: number
  readonly limit: number
}

export interface TalkLog {
  /** To be run by the scheduler. */
  readonly jobs: readonly Job[]
  begin(talk: NewTalk): TalkRecording
  /** Newest first. */
  find(query: TalkQuery): Promise<readonly Talk[]>
  /** `null`: there is none, or it began in another second. `userId` as in `TalkQuery`. */
  get(serialNo: number, beginS: number, userId: number | null): Promise<Talk | null>
  /** Absolute path of a talk's file. */
  fileOf(talk: Talk): string
  /** Ends the talks that go on. */
  close(): Promise<void>
}
