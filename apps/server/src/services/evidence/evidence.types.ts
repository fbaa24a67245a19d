import type {
  CustodyAct,
  CustodyEntry,
  EvidenceFailure,
  EvidencePackage,
  EvidenceRequest,
  EvidenceShare,
  EvidenceState,
  MadeShare,
  SharedEvidence,
  SharedRequest,
  ShareRequest,
} from '@fleetglass/contract/evidence'
import type { Account } from '../directory/index.ts'

/** A package as it was asked for. */
export interface EvidenceOrder {
  /** 32 hex digits. */
  readonly id: string
  readonly deviceKey: number
  readonly deviceId: string
  readonly channels: readonly number[]
  /** Unix ms, `[startMs, endMs)`. */
  readonly startMs: number
  readonly endMs: number
  readonly reason: string
  readonly userName: string
  /** Unix seconds. */
  readonly requestedS: number
  readonly withTrack: boolean
}

/** A package as it is stored. */
export interface StoredEvidence extends EvidenceOrder {
  readonly state: EvidenceState
  readonly failure: EvidenceFailure | null
  readonly percent: number
  readonly bytes: number
}

/** Who does something with a package, and from where. */
export interface EvidenceCaller {
  readonly account: Account
  readonly address: string
}

export interface CustodyStep {
  readonly timeS: number
  /** Empty: somebody without an account, by a share link. */
  readonly userName: string
  /** Empty: the server itself. */
  readonly address: string
  readonly act: CustodyAct
  /** Name of the share link by which it was done, or which it is about; empty: none. */
  readonly link: string
  /** 0: the whole package. */
  readonly channel: number
}

/** A step that is done now. */
export type EvidenceAct = Pick<CustodyStep, 'userName' | 'address' | 'act'> &
  Partial<Pick<CustodyStep, 'link' | 'channel'>>

/** The ZIP of a package, or a file in it, open for reading. */
export interface EvidenceReading {
  readonly name: string
  readonly byteLength: number
  /** Bytes `[start, end)`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

/** Evidence packages of the site. A package whose device or time the caller does not see does not exist for the caller. */
export interface Evidence {
  /** The public key of the site, 64 hex digits. */
  readonly publicKey: string
  /**
   * Locks the recordings and makes the package in its turn. Throws `unknown-device`, `unknown-channel`, `nothing-recorded`, `too-many-evidence`,
   * `too-many-locks`.
   */
  request(caller: EvidenceCaller, request: EvidenceRequest): Promise<EvidencePackage>
  /** The newest first. */
  list(account: Account): Promise<EvidencePackage[]>
  /** The chain of custody, the first step first; the caller's look at it is the last one. Throws `unknown-evidence`. */
  custody(caller: EvidenceCaller, id: string): Promise<CustodyEntry[]>
  /** `deviceId` is `null` when the device was removed. `null` where there is no such package for the caller. */
  find(
    account: Account,
    id: string,
  ): Promise<{ readonly evidence: EvidencePackage; readonly deviceId: string | null } | null>
  /** Notes a download. Throws `unknown-evidence`, `permission-denied`. */
  open(caller: EvidenceCaller, id: string): Promise<EvidenceReading>
  /** Deletes the ZIP and unlocks the recordings. Throws `unknown-evidence`. */
  release(caller: EvidenceCaller, id: string): Promise<void>
  readonly shares: EvidenceShares
  close(): Promise<void>
}

/** A file that is open by a link. */
export interface SharedReading extends EvidenceReading {
  readonly packageId: string
  /** Calls `ended` once when the link opens nothing any more. */
  keep(ended: () => void): { close(): void }
}

/** What somebody shows who has a link and no account. */
export interface ShareVisit {
  readonly share: string
  /** Of the cookie that `enter` answered. */
  readonly pass: string
  readonly address: string
  /** Bytes are wanted, not only whether there are some: a step of the chain of custody. */
  readonly isReading: boolean
}

/**
 * Links that open a package without an account, for as long as the account that made them may have the package itself. A link that opens
 * nothing is answered with `unknown-share`, whatever the cause.
 */
export interface EvidenceShares {
  /** Of a package, those that still open it, the newest first. Throws `unknown-evidence`. */
  list(account: Account, id: string): Promise<EvidenceShare[]>
  /** Throws `unknown-evidence`, `permission-denied`, `too-many-shares`. */
  make(caller: EvidenceCaller, request: ShareRequest): Promise<MadeShare>
  /** Ends what is open by it; answers the links that are left. Throws `unknown-share`. */
  revoke(caller: EvidenceCaller, share: string): Promise<EvidenceShare[]>
  /**
   * What a link opens, and the pass that opens the files. Throws `unknown-share`, `share-password-needed`, `share-password-wrong`,
   * `too-many-attempts`.
   */
  enter(
    request: SharedRequest,
    address: string,
  ): Promise<{ readonly shared: SharedEvidence; readonly pass: string; readonly packageId: string }>
  /** The ZIP, or the recording of a channel. Throws `unknown-share`, `unknown-channel`. */
  open(visit: ShareVisit, channel: number | null): Promise<SharedReading>
}
