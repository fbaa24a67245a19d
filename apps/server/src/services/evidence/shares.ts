// Belongs here: links that open a package without an account, and how long they do. Does not: packages (evidence.ts), cookies (features/evidence).
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { mayCall } from '@fleetglass/contract/access'
import { AppError } from '@fleetglass/contract/errors'
import {
  type CustodyEntry,
  type EvidenceShare,
  evidenceAccess,
  type MadeShare,
  SHARES_OF_PACKAGE_MAX,
  type SharedEvidence,
  type SharedRequest,
  type ShareRequest,
} from '@fleetglass/contract/evidence'
import { mayDownload } from '@fleetglass/contract/exports'
import type { CallerWatch } from '../../platform/access-policy/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { Mutex } from '../../platform/limits/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { isSameSecret } from '../../platform/secret-text/index.ts'
import type { Session } from '../authentication/index.ts'
import type { Account, Visibility } from '../directory/index.ts'
import type { Custody } from './custody.ts'
import type {
  EvidenceCaller,
  EvidenceReading,
  EvidenceShares,
  SharedReading,
  ShareVisit,
  StoredEvidence,
} from './evidence.types.ts'
import { channelReading, type OpenPackage, packageFacts, packageReading } from './package-reading.ts'
import type { ShareStore, StoredShare } from './share.store.ts'

/** How often a link is looked at while something is open by it, beside being notified: another server process may have revoked it. */
const CHECK_MS = 5_000
const HOUR_S = 3_600

/** Packages as one account may have them. */
export interface PackageAccess {
  /** Throws `unknown-evidence`. */
  visible(account: Account, id: string): Promise<StoredEvidence>
  /** Throws `unknown-evidence`, `permission-denied`. */
  openFile(account: Account, id: string): Promise<OpenPackage>
}

export interface ShareDeps {
  readonly clock: Clock
  readonly log: Log
  readonly store: ShareStore
  readonly custody: Custody
  readonly packages: PackageAccess
  /** Of the site. */
  readonly publicKey: string
  readonly session: Pick<Session, 'holder' | 'otherPasswords'>
  readonly authenticator: Pick<CallerWatch, 'onChange'>
  readonly visibility: Pick<Visibility, 'onChange'>
  readonly site: { readonly disableDownload: boolean }
}

export class ShareLinks implements EvidenceShares {
  readonly #deps: ShareDeps
  readonly #making = new Mutex()
  /** What is open by each link: looks again whether it may be. */
  readonly #running = new Map<string, Set<() => void>>()

  constructor(deps: ShareDeps) {
    this.#deps = deps
  }

  async list(account: Account, id: string): Promise<EvidenceShare[]> {
    await this.#deps.packages.visible(account, id)
    return (await this.#deps.store.of(id, this.#nowS())).map(answerFor)
  }

  async make(caller: EvidenceCaller, request: ShareRequest): Promise<MadeShare> {
    // One after the other: each counts those before it.
    return await this.#making.run(() => this.#make(caller, request))
  }

  async #make({ account, address }: EvidenceCaller, request: ShareRequest): Promise<MadeShare> {
    const { custody, packages, session, store } = this.#deps
    const { id: packageId, hours, receiver, linkPassword } = request
    if (!this.#maySend(account)) throw new AppError('permission-denied')
    await (await packages.openFile(account, packageId)).handle.close()
    const madeS = this.#nowS()
    if ((await store.of(packageId, madeS)).length >= SHARES_OF_PACKAGE_MAX)
      throw new AppError('too-many-shares', { most: SHARES_OF_PACKAGE_MAX })
    const id = randomBytes(8).toString('hex')
    const token = randomBytes(32).toString('base64url')
    const share: StoredShare = {
      id,
      packageId,
      passwordHash: linkPassword === undefined ? '' : await session.otherPasswords.slowHash(linkPassword, address),
      name: receiver === '' ? `#${id.slice(0, 8)}` : unusedName(receiver, await custody.entries(packageId)),
      userId: account.id,
      userName: account.name,
      madeS,
      expiresS: madeS + hours * HOUR_S,
    }
    // First, so that no link opens a package whose chain of custody does not name it.
    await custody.note(packageId, { userName: account.name, address, act: 'shared', link: share.name })
    await store.add(share, hashOf(token))
    return { token, share: answerFor(share) }
  }

  async revoke({ account, address }: EvidenceCaller, id: string): Promise<EvidenceShare[]> {
    const { custody, packages, store } = this.#deps
    const share = await store.one(id, this.#nowS())
    if (share === undefined) throw new AppError('unknown-share')
    await packages.visible(account, share.packageId).catch(asUnknownShare)
    if (!(await store.remove(id))) throw new AppError('unknown-share')
    for (const look of [...(this.#running.get(id) ?? [])]) look()
    await custody.note(share.packageId, { userName: account.name, address, act: 'revoked', link: share.name })
    return await this.list(account, share.packageId)
  }

  async enter({ token, linkPassword }: SharedRequest, address: string) {
    const { custody, session, store } = this.#deps
    const share = await store.find(hashOf(token), this.#nowS())
    if (share === undefined) throw new AppError('unknown-share')
    const opened = await this.#open(share)
    try {
      if (share.passwordHash !== '') {
        if (linkPassword === undefined) throw new AppError('share-password-needed')
        const guess = { subject: `share ${share.id}`, passwordHash: linkPassword, slowHash: share.passwordHash }
        if (!(await session.otherPasswords.matches(guess, address))) throw new AppError('share-password-wrong')
      }
      const ofLink = { share: share.id, expiresMs: share.expiresS * 1000, publicKey: this.#deps.publicKey }
      const shared: SharedEvidence = { ...ofLink, ...(await packageFacts(opened)) }
      await custody.note(share.packageId, { userName: '', address, act: 'opened', link: share.name })
      return { shared, pass: passOf(token, share), packageId: share.packageId }
    } finally {
      await opened.handle.close()
    }
  }

  async open(visit: ShareVisit, channel: number | null): Promise<SharedReading> {
    const { custody } = this.#deps
    const share = await this.#admitted(visit)
    const opened = await this.#open(share)
    try {
      const reading: EvidenceReading = channel === null ? packageReading(opened) : await channelReading(opened, channel)
      const act = channel === null ? 'downloaded' : 'watched'
      const step = { userName: '', address: visit.address, act, link: share.name, channel: channel ?? 0 } as const
      if (visit.isReading) await custody.note(share.packageId, step)
      const keep: SharedReading['keep'] = (ended) => this.#keep(visit, opened.account, ended)
      return { ...reading, packageId: share.packageId, keep }
    } catch (error) {
      await opened.handle.close()
      throw error
    }
  }

  /** The package, by the rights that the account of the link has now. */
  async #open(share: StoredShare): Promise<OpenPackage & { readonly account: Account }> {
    const { packages, session } = this.#deps
    const account = await session.holder(share.userId, share.userName)
    if (account === null || !mayCall(account, evidenceAccess) || !this.#maySend(account))
      throw new AppError('unknown-share')
    return { account, ...(await packages.openFile(account, share.packageId).catch(asUnknownShare)) }
  }

  async #admitted({ share: id, pass }: ShareVisit): Promise<StoredShare> {
    const [token = ''] = pass.split('.')
    const share = await this.#deps.store.find(hashOf(token), this.#nowS())
    if (share === undefined || share.id !== id || !isSameSecret(pass, passOf(token, share)))
      throw new AppError('unknown-share')
    return share
  }

  #keep(visit: ShareVisit, account: Account, ended: () => void): { close(): void } {
    const { authenticator, clock, log, visibility } = this.#deps
    const look = (): void => {
      this.#isOpen(visit).then(
        (stillOpen) => {
          if (stillOpen || !isOpen) return
          close()
          ended()
        },
        (error: unknown) => log.warn({ err: error }, 'a share link could not be checked again'),
      )
    }
    let isOpen = true
    const running = this.#running.get(visit.share) ?? new Set()
    this.#running.set(visit.share, running.add(look))
    const timer = clock.every(CHECK_MS, look)
    const subscriptions = [authenticator.onChange(account, look), visibility.onChange(look)]
    const close = (): void => {
      isOpen = false
      timer.cancel()
      for (const subscription of subscriptions) subscription.close()
      running.delete(look)
      if (running.size === 0) this.#running.delete(visit.share)
    }
    // It may have ended since it was opened.
    look()
    return { close }
  }

  async #isOpen(visit: ShareVisit): Promise<boolean> {
    try {
      const { handle } = await this.#open(await this.#admitted(visit))
      await handle.close()
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  #maySend(account: Account): boolean {
    return mayDownload(account, this.#deps.site)
  }

  #nowS(): number {
    return Math.floor(this.#deps.clock.nowMs() / 1000)
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * What the cookie of a link holds: its token, and with a password a proof that it was entered. Only the server has the slow hash that the
 * proof is made with.
 */
function passOf(token: string, { passwordHash }: StoredShare): string {
  return passwordHash === ''
    ? token
    : `${token}.${createHmac('sha256', passwordHash).update(token).digest('base64url')}`
}

/** The client learns nothing of why a link opens nothing. */
function asUnknownShare(error: unknown): never {
  throw error instanceof AppError ? new AppError('unknown-share') : error
}

function answerFor({ id, name, userName, madeS, expiresS, passwordHash }: StoredShare): EvidenceShare {
  return { share: id, name, user: userName, time: madeS, expires: expiresS, hasPassword: passwordHash !== '' }
}

/** The chain of custody tells links apart by their names, also those that are over. */
function unusedName(receiver: string, entries: readonly CustodyEntry[]): string {
  const used = new Set(entries.map(({ link }) => link))
  let name = receiver
  for (let count = 2; used.has(name); count++) name = `${receiver} (${count})`
  return name
}
