// Belongs here: which files are stored, and which of them have to go. Does not: how they come (ingest/uploads).
import { rm } from 'node:fs/promises'
import type { Clock } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { Mutex } from '../../platform/limits/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Job } from '../../platform/scheduler/index.ts'
import type { DeviceLogWriter } from '../device-log/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import { type AutoUploadFolder, openAutoUploadFolder } from './auto-upload-folder.ts'
import { type AutoUploadsStore, createAutoUploadsStore } from './auto-uploads.store.ts'
import type {
  ArrivedFile,
  AutoUploadContent,
  AutoUploads,
  StoredAutoUpload,
  StoreOutcome,
} from './auto-uploads.types.ts'
import { extensionOf, shownName } from './upload-names.ts'

/** Tiny files cost rows. */
const FILES_OF_A_DEVICE = 10_000
/** Files of one look at the table. */
const BATCH = 100
const PERIOD_MS = 3_600_000
/** SQL statements have few parameters. */
const PATHS_AT_ONCE = 500
const PARTIAL_MS = 7 * 86_400_000
/** A file is on disk before its row is. */
const WITHOUT_ROW_MS = 3_600_000

export interface AutoUploadsDeps {
  readonly clock: Clock
  readonly log: Log
  readonly database: Database
  readonly dataFolder: string
  readonly registry: Pick<DeviceRegistry, 'all'>
  readonly deviceLog: DeviceLogWriter
  /** Of one file. */
  readonly fileBytes: number
  /** Of all files of a device. */
  readonly quotaBytes: number
}

interface Context extends AutoUploadsDeps {
  readonly store: AutoUploadsStore
  readonly folder: AutoUploadFolder
}

export async function createAutoUploads(deps: AutoUploadsDeps): Promise<AutoUploads> {
  const store = createAutoUploadsStore(deps.database, deps.clock)
  const folder = await openAutoUploadFolder(deps.dataFolder)
  const log = deps.log.child({ part: 'automatic uploads' })
  const context: Context = { ...deps, log, store, folder }
  // The largest file has to fit.
  const fileBytes = Math.min(deps.fileBytes, deps.quotaBytes)
  /** Of devices whose files are being stored; two that are the same must not miss each other. */
  const storing = new Map<number, { readonly mutex: Mutex; running: number }>()
  const oneByOne = async <Value>(deviceKey: number, task: () => Promise<Value>): Promise<Value> => {
    const entry = storing.get(deviceKey) ?? { mutex: new Mutex(), running: 0 }
    storing.set(deviceKey, entry)
    entry.running += 1
    return await entry.mutex.run(task).finally(() => {
      entry.running -= 1
      if (entry.running === 0) storing.delete(deviceKey)
    })
  }
  return {
    fileBytes,
    partialFolder: (deviceId) => folder.partialFolder(deviceId),
    incomingFolder: (deviceId) => folder.incomingFolder(deviceId),
    store: (arrived, content) =>
      oneByOne(arrived.device.key, () => storeFile({ ...context, fileBytes }, arrived, content)),
    ofOrigin: (deviceKey, origin) => store.ofOrigin(deviceKey, origin),
    locate: ({ path }) => folder.locate(path),
    find: (filter, page) => store.find(filter, page),
    ofAlarms: (alarms) => store.ofAlarms(alarms),
    get: (serialNo) => store.get(serialNo),
    open: ({ path }) => folder.open(path),
    forget: (path) => store.removePath(path),
    jobs: [upkeep(context)],
  }
}

async function storeFile(context: Context, arrived: ArrivedFile, content: AutoUploadContent): Promise<StoreOutcome> {
  const { store, folder, fileBytes, clock } = context
  const { device, source, origin, alarm = '' } = arrived
  const name = shownName(arrived.name)
  const before = origin === '' ? null : await store.ofOrigin(device.key, origin)
  const { bytes, sha256, prefixSha256 } = await folder.digest(content, before?.bytes ?? null)
  if (bytes > fileBytes) return 'too-large'
  const updatedS = Math.floor(clock.nowMs() / 1000)
  const same = await store.same({ deviceKey: device.key, sha256, name, alarm })
  if (same !== null && (await folder.open(same.path)) !== null) {
    await store.cameAgain(same.serialNo, updatedS)
    if (!(content instanceof Uint8Array)) await rm(content.file, { force: true })
    return 'repeated'
  }
  const ext = extensionOf(name)
  const path = await folder.take(device.deviceId, ext, content)
  const fileS = arrived.fileS ?? updatedS
  // What begins with all of the earlier file is that file, continued.
  const isContinued = before !== null && prefixSha256 === before.sha256
  const { key: deviceKey, deviceId } = device
  try {
    if (isContinued) await store.replace(before, { bytes, sha256, path, fileS, updatedS })
    else
      await store.add({ deviceKey, deviceId, name, ext, bytes, source, origin, sha256, path, fileS, updatedS, alarm })
  } catch (error) {
    // The device sends it again: each try would leave a file that no quota counts.
    await folder.remove(path)
    throw error
  }
  if (isContinued) await folder.remove(before.path)
  await keepQuota(context, device, updatedS)
  return 'stored'
}

/** The policy of a full quota: the oldest files of the device go, which its log says. */
async function keepQuota(context: Context, device: ArrivedFile['device'], nowS: number): Promise<void> {
  const { store, quotaBytes, log, deviceLog } = context
  let { files, bytes } = await store.total(device.key)
  let removed = 0
  while (bytes > quotaBytes || files > FILES_OF_A_DEVICE) {
    // The newest one is the last of them, and fits alone.
    const oldest = await store.oldest(device.key, BATCH, nowS)
    if (oldest.length === 0) break
    for (const upload of oldest) {
      if (bytes <= quotaBytes && files <= FILES_OF_A_DEVICE) break
      await remove(context, upload)
      removed += 1
      files -= 1
      bytes -= upload.bytes
    }
  }
  if (removed === 0) return
  const { deviceId } = device
  log.info(
    { deviceId, files: removed, quotaBytes },
    'The oldest automatic uploads of a device were removed: its quota is full',
  )
  deviceLog.write(deviceId, `${removed} oldest automatic uploads were removed: the quota of the device is full`)
}

/** The row goes last: what is listed and has no file is better than a file that nobody finds. */
async function remove({ store, folder }: Context, { path, serialNo }: StoredAutoUpload): Promise<void> {
  await folder.remove(path)
  await store.remove(serialNo)
}

function upkeep(context: Context): Job {
  const { clock, folder, registry, store } = context
  return {
    name: 'automatic uploads without a device',
    schedule: { everyMs: PERIOD_MS },
    needsTrustedTime: true,
    async run(signal) {
      const nowMs = clock.nowMs()
      await folder.removePartialBefore(nowMs - PARTIAL_MS)
      const registered = new Set([...registry.all()].map(({ key }) => key))
      for (const deviceKey of await store.deviceKeys()) {
        if (!registered.has(deviceKey)) await removeAll(context, deviceKey, signal)
      }
      for await (const paths of folder.paths(nowMs - WITHOUT_ROW_MS)) await removeUnknown(context, paths, signal)
    },
  }
}

async function removeAll(context: Context, deviceKey: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const uploads = await context.store.oldest(deviceKey, BATCH, Math.floor(context.clock.nowMs() / 1000))
    for (const upload of uploads) await remove(context, upload)
    if (uploads.length < BATCH) return
  }
}

async function removeUnknown({ store, folder }: Context, paths: readonly string[], signal: AbortSignal): Promise<void> {
  for (let at = 0; at < paths.length && !signal.aborted; at += PATHS_AT_ONCE) {
    const some = paths.slice(at, at + PATHS_AT_ONCE)
    const known = await store.known(some)
    for (const path of some) if (!known.has(path)) await folder.remove(path)
  }
}
