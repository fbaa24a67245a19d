import type {
  CustodyAct,
  CustodyEntry,
  EvidenceFailure,
  EvidencePackage,
  EvidenceRequest,
  EvidenceState,
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
  readonly userName: string
  /** Empty: the server itself. */
  readonly address: string
  readonly act: CustodyAct
}

/** The ZIP of a package, open for reading. */
export interface EvidenceReading {
  readonly name: string
  readonly byteLength: number
  /** Bytes `[start, end)`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

/** Evidence packages of the site. A package whose device the caller does not see does not exist for the caller. */
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
  close(): Promise<void>
}
