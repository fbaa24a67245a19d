// Belongs here: who may have which package, their turns, their states. Does not: what is in one (package-content.ts).
import { randomBytes, randomUUID } from 'node:crypto'
import { can } from '@fleetglass/contract/access'
import { positionAccess } from '@fleetglass/contract/devices'
import { AppError } from '@fleetglass/contract/errors'
import {
  type CustodyAct,
  EVIDENCE_MAX,
  EVIDENCE_WAITING_AN_ACCOUNT,
  EVIDENCE_WAITING_IN_ALL,
  type EvidencePackage,
  type EvidenceRequest,
} from '@fleetglass/contract/evidence'
import type { CallerWatch } from '../../platform/access-policy/index.ts'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { Mutex } from '../../platform/limits/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Session } from '../authentication/index.ts'
import { type Account, earliestMs, type RegisteredDevice, type Visibility } from '../directory/index.ts'
import type { RecordingLocks } from '../recordings/index.ts'
import { type Custody, createCustody } from './custody.ts'
import { createEvidenceStore, type EvidenceResult, type EvidenceStore } from './evidence.store.ts'
import type { Evidence, EvidenceCaller, EvidenceOrder, EvidenceShares, StoredEvidence } from './evidence.types.ts'
import { type PackageSources, writePackage } from './package-content.ts'
import { PackageFolder } from './package-folder.ts'
import { packageReading } from './package-reading.ts'
import { createShareStore } from './share.store.ts'
import { type PackageAccess, ShareLinks } from './shares.ts'
import { loadSigningKey, type SigningKey } from './signing-key.ts'

/** A process that was killed holds its package so long. */
const LEASE_MS = 60_000
const RENEW_MS = LEASE_MS / 3
/** Packages that another process left are looked for so often. */
const LOOK_MS = 60_000
/** A lock that has no package after this time never gets one. */
const LEFT_BEHIND_S = 600

export interface EvidenceDeps extends PackageSources {
  readonly clock: Clock
  readonly log: Log
  readonly database: Database
  /** Where the packages lie. */
  readonly folder: string
  readonly locks: RecordingLocks
  readonly visibility: Pick<Visibility, 'device' | 'sees' | 'onChange'>
  readonly session: Pick<Session, 'holder' | 'otherPasswords'>
  readonly authenticator: Pick<CallerWatch, 'onChange'>
  readonly site: { readonly disableDownload: boolean }
}

export async function openEvidence(deps: EvidenceDeps): Promise<Evidence> {
  const folder = new PackageFolder(deps.folder)
  await folder.open()
  await removeLeftovers(deps, folder)
  return new EvidencePackages(deps, folder, await loadSigningKey(deps.database))
}

/** What a kill left between two steps: files and locks without a package. */
async function removeLeftovers({ clock, database, locks }: EvidenceDeps, folder: PackageFolder): Promise<void> {
  const known = new Set(
    (await createEvidenceStore(database).all()).filter(({ state }) => state !== 'failed').map(({ id }) => id),
  )
  for (const id of await folder.ids()) if (!known.has(id)) await folder.remove(id)
  // A lock of a request that another server process has in hand has no package yet.
  const beforeS = clock.nowMs() / 1000 - LEFT_BEHIND_S
  for (const { deviceKey, evidenceId, id, timeS } of [...locks.all()]) {
    if (evidenceId !== undefined && !known.has(evidenceId) && timeS < beforeS) await locks.unlock(deviceKey, id)
  }
}

class EvidencePackages implements Evidence, PackageAccess {
  readonly shares: EvidenceShares
  readonly #deps: EvidenceDeps
  readonly #store: EvidenceStore
  readonly #custody: Custody
  readonly #folder: PackageFolder
  readonly #key: SigningKey
  readonly #holder = randomUUID()
  readonly #requests = new Mutex()
  readonly #closing = new AbortController()
  readonly #timer: Timer
  #making: Promise<void> | null = null

  constructor(deps: EvidenceDeps, folder: PackageFolder, key: SigningKey) {
    this.#deps = deps
    this.#folder = folder
    this.#key = key
    this.#store = createEvidenceStore(deps.database)
    this.#custody = createCustody(deps.clock, this.#store)
    const store = createShareStore(deps.database)
    const { publicKey } = key
    this.shares = new ShareLinks({ ...deps, store, custody: this.#custody, packages: this, publicKey })
    this.#timer = deps.clock.every(LOOK_MS, () => this.#look())
    this.#look()
  }

  get publicKey(): string {
    return this.#key.publicKey
  }

  async request(caller: EvidenceCaller, request: EvidenceRequest): Promise<EvidencePackage> {
    const order = this.#orderOf(caller.account, request)
    // One after the other: each counts those before it.
    return await this.#requests.run(() => this.#add(caller, order))
  }

  async #add(caller: EvidenceCaller, order: EvidenceOrder): Promise<EvidencePackage> {
    await this.#checkLimits(order.userName)
    // Locked first: a package that is stored without its locks could lose its recordings while it waits.
    const locked = await this.#lock(order)
    try {
      await this.#store.add(order, this.#custody.step(actOf(caller, 'requested')))
    } catch (error) {
      await this.#unlock(order.deviceKey, locked)
      throw error
    }
    this.#look()
    return answerFor({ ...order, state: 'waiting', failure: null, percent: 0, bytes: 0 })
  }

  async list(account: Account): Promise<EvidencePackage[]> {
    return (await this.#store.all()).filter((one) => this.#isVisible(account, one)).map(answerFor)
  }

  async custody(caller: EvidenceCaller, id: string) {
    await this.visible(caller.account, id)
    await this.#custody.note(id, actOf(caller, 'viewed'))
    return await this.#custody.entries(id)
  }

  async find(account: Account, id: string) {
    const found = await this.#store.one(id)
    if (found === undefined || !this.#isVisible(account, found)) return null
    return { evidence: answerFor(found), deviceId: this.#deps.registry.byKey(found.deviceKey)?.deviceId ?? null }
  }

  async open(caller: EvidenceCaller, id: string) {
    const opened = await this.openFile(caller.account, id)
    try {
      await this.#custody.note(id, actOf(caller, 'downloaded'))
    } catch (error) {
      await opened.handle.close()
      throw error
    }
    return packageReading(opened)
  }

  async openFile(account: Account, id: string) {
    const evidence = await this.visible(account, id)
    if (evidence.withTrack && !maySeePositions(account)) throw new AppError('permission-denied')
    const file = evidence.state === 'ready' ? await this.#folder.read(id) : null
    if (file === null) throw new AppError('unknown-evidence')
    return { evidence, ...file }
  }

  async release(caller: EvidenceCaller, id: string): Promise<void> {
    const found = await this.visible(caller.account, id)
    if (!(await this.#store.markReleased(id, this.#custody.step(actOf(caller, 'released')))))
      throw new AppError('unknown-evidence')
    await this.#folder.remove(id)
    await this.#unlockFor(found)
  }

  async close(): Promise<void> {
    this.#timer.cancel()
    this.#closing.abort()
    await this.#making
  }

  #orderOf(account: Account, { deviceid, channels, start, end, reason }: EvidenceRequest): EvidenceOrder {
    const { clock, visibility } = this.#deps
    const nowMs = clock.nowMs()
    const device = visibility.device(account, deviceid)
    if (device === undefined) throw new AppError('unknown-device')
    if (channels.some((channel) => channel > device.channels.length)) throw new AppError('unknown-channel')
    // What is still to come, or too long ago for this user, is not recorded for them.
    if (end * 1000 > nowMs || start * 1000 < earliestMs(account, nowMs)) throw new AppError('nothing-recorded')
    return {
      id: randomBytes(16).toString('hex'),
      deviceKey: device.key,
      deviceId: device.deviceId,
      channels: channels.toSorted((a, b) => a - b),
      startMs: start * 1000,
      endMs: end * 1000,
      reason,
      userName: account.name,
      requestedS: Math.floor(nowMs / 1000),
      withTrack: maySeePositions(account),
    }
  }

  async #checkLimits(userName: string): Promise<void> {
    const unfinished = await this.#store.unfinished()
    const inAll = [...unfinished.values()].reduce((sum, count) => sum + count, 0)
    const own = unfinished.get(userName) ?? 0
    if (own >= EVIDENCE_WAITING_AN_ACCOUNT || inAll >= EVIDENCE_WAITING_IN_ALL) throw new AppError('too-many-evidence')
    if ((await this.#store.count()) >= EVIDENCE_MAX) throw new AppError('too-many-evidence')
  }

  async #lock(order: EvidenceOrder): Promise<number[]> {
    const { deviceKey, startMs, endMs, userName, reason, requestedS: timeS, id: evidenceId } = order
    const locked: number[] = []
    for (const channel of order.channels) {
      const range = { deviceKey, channel, startMs, endMs }
      const lock = await this.#deps.locks.lock({ ...range, userName, reason: reason.slice(0, 255), timeS, evidenceId })
      if (lock === null) {
        await this.#unlock(deviceKey, locked)
        throw new AppError('too-many-locks')
      }
      locked.push(lock.id)
    }
    return locked
  }

  /** All that is locked for a package. */
  async #unlockFor({ id, deviceKey }: StoredEvidence): Promise<void> {
    const locks = this.#deps.locks.of(deviceKey).filter((lock) => lock.evidenceId === id)
    await this.#unlock(
      deviceKey,
      locks.map((lock) => lock.id),
    )
  }

  async #unlock(deviceKey: number, ids: readonly number[]): Promise<void> {
    for (const id of ids) await this.#deps.locks.unlock(deviceKey, id)
  }

  async visible(account: Account, id: string): Promise<StoredEvidence> {
    const found = await this.#store.one(id)
    if (found === undefined || !this.#isVisible(account, found)) throw new AppError('unknown-evidence')
    return found
  }

  /**
   * A package that begins before the oldest time of the account does not exist for it, like the recordings in it. A device that was removed is in
   * no group: its evidence is left to those who see all.
   */
  #isVisible(account: Account, { deviceKey, startMs }: StoredEvidence): boolean {
    if (startMs < earliestMs(account, this.#deps.clock.nowMs())) return false
    const device: RegisteredDevice | undefined = this.#deps.registry.byKey(deviceKey)
    return device === undefined ? account.permission === 0 : this.#deps.visibility.sees(account, device)
  }

  /** Makes what waits, one package at a time: a package reads and writes as fast as the disk allows. */
  #look(): void {
    if (this.#making !== null || this.#closing.signal.aborted) return
    this.#making = this.#makeAll()
      .catch((error: unknown) =>
        this.#deps.log.error(
          { err: error },
          'Cannot read which evidence packages are to be made; tried again in a minute',
        ),
      )
      .finally(() => {
        this.#making = null
      })
  }

  async #makeAll(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const order = await this.#store.claim(this.#holder, this.#deps.clock.nowMs(), LEASE_MS)
      if (order === undefined) return
      await this.#make(order)
    }
  }

  async #make(order: StoredEvidence): Promise<void> {
    const { clock, log } = this.#deps
    const lost = new AbortController()
    const signal = AbortSignal.any([lost.signal, this.#closing.signal])
    let percent = 0
    const renewal = clock.every(RENEW_MS, () => {
      void this.#store.renew(order.id, this.#holder, clock.nowMs() + LEASE_MS, percent).then(
        (isOurs) => isOurs || lost.abort(),
        // A database that does not answer leaves the package here: no other process can take it meanwhile.
        () => undefined,
      )
    })
    try {
      const run = { key: this.#key, folder: this.#folder, nowMs: clock.nowMs(), signal }
      const made = await writePackage(this.#deps, order, { ...run, onProgress: (value) => (percent = value) })
      await this.#finish(
        order,
        typeof made === 'string' ? { state: 'failed', failure: made } : { state: 'ready', ...made },
      )
    } catch (error) {
      if (this.#closing.signal.aborted) await this.#store.release(order.id, this.#holder)
      if (signal.aborted) return
      log.error({ err: error, evidence: order.id }, 'An evidence package could not be made')
      await this.#finish(order, { state: 'failed', failure: failureOf(error) })
    } finally {
      renewal.cancel()
    }
  }

  async #finish(order: StoredEvidence, result: EvidenceResult): Promise<void> {
    const act = result.state === 'ready' ? 'made' : 'failed'
    const step = this.#custody.step({ userName: order.userName, address: '', act })
    // Released while it was made: nobody would ever delete the file.
    if (!(await this.#store.finish(order.id, this.#holder, result, step))) await this.#folder.remove(order.id)
    // The locks are for what a package shows: this one shows nothing, and the disk may be full.
    if (result.state === 'failed') await this.#unlockFor(order)
  }
}

const actOf = ({ account, address }: EvidenceCaller, act: CustodyAct) => ({ userName: account.name, address, act })

const maySeePositions = (account: Account): boolean => can(account, positionAccess)

function failureOf(error: unknown): 'disk-full' | 'not-readable' {
  return (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'disk-full' : 'not-readable'
}

function answerFor(one: StoredEvidence): EvidencePackage {
  return {
    id: one.id,
    deviceid: one.deviceId,
    channels: [...one.channels],
    start: Math.floor(one.startMs / 1000),
    end: Math.ceil(one.endMs / 1000),
    reason: one.reason,
    user: one.userName,
    time: one.requestedS,
    state: one.state,
    failure: one.failure,
    percent: one.percent,
    bytes: one.bytes,
    track: one.withTrack,
  }
}
