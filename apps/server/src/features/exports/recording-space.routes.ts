import { AppError } from '@fleetglass/contract/errors'
import {
  type RecordingSpace as DiskSpaceAnswer,
  type RecordingLock as LockAnswer,
  type LockRequest,
  lockAccess,
  lockListRequestSchema,
  lockRequestSchema,
  recordingLocksPath,
  recordingSpacePath,
  unlockRequestSchema,
} from '@fleetglass/contract/exports'
import { streamRights } from '@fleetglass/contract/streams'
import { z } from 'zod'
import type { Clock } from '../../platform/clock/index.ts'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { RecordingDisk } from '../../ports/recordings/index.ts'
import type { Account, DeviceRegistry, RegisteredDevice, Visibility } from '../../services/directory/index.ts'
import type { RecordingLock, RecordingLocks } from '../../services/recordings/index.ts'
import type { RecordingSpace, Retention } from '../../services/retention/index.ts'

export interface RecordingSpaceRouteDeps {
  readonly clock: Clock
  readonly locks: RecordingLocks
  readonly retention: Pick<Retention, 'recordingSpace'>
  readonly disk: Pick<RecordingDisk, 'state'>
  readonly registry: DeviceRegistry
  readonly visibility: Visibility
}

/** What is locked, and the room that recordings have. */
export const recordingSpaceEndpoints = (deps: RecordingSpaceRouteDeps): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: recordingLocksPath,
    access: streamRights.lopb,
    audit: 'Read the locked ranges of device {deviceid}',
    body: lockListRequestSchema,
    handle: ({ account, body }) => listOf(deps, visible(deps, account, body.deviceid)),
  }),
  endpoint({
    method: 'POST',
    path: recordingLocksPath,
    access: lockAccess,
    audit: 'Locked recordings of device {deviceid}, channel {ch}',
    body: lockRequestSchema,
    async handle({ account, body }) {
      const device = visible(deps, account, body.deviceid)
      if (body.ch > device.channels.length) throw new AppError('unknown-channel')
      if ((await deps.locks.lock(lockOf(deps, account, device, body))) === null) {
        throw new AppError('too-many-locks')
      }
      return listOf(deps, device)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: recordingLocksPath,
    access: lockAccess,
    audit: 'Unlocked range {id} of device {deviceid}',
    body: unlockRequestSchema,
    async handle({ account, body }) {
      const device = visible(deps, account, body.deviceid)
      const lock = deps.locks.of(device.key).find(({ id }) => id === body.id)
      if (lock?.evidenceId !== undefined) throw new AppError('locked-by-evidence')
      if (!(await deps.locks.unlock(device.key, body.id))) throw new AppError('unknown-lock')
      return listOf(deps, device)
    },
  }),
  endpoint({
    method: 'GET',
    path: recordingSpacePath,
    access: streamRights.lopb,
    audit: 'Read the disk space for recordings',
    body: z.object({}),
    handle: async ({ account }) => answerFor(deps, account, await deps.retention.recordingSpace()),
  }),
]

function visible({ visibility }: RecordingSpaceRouteDeps, account: Account, deviceId: string): RegisteredDevice {
  const device = visibility.device(account, deviceId)
  if (device === undefined) throw new AppError('unknown-device')
  return device
}

function lockOf({ clock }: RecordingSpaceRouteDeps, account: Account, device: RegisteredDevice, asked: LockRequest) {
  const range = { startMs: asked.start * 1000, endMs: asked.end * 1000 }
  const by = { userName: account.name, reason: asked.reason, timeS: Math.floor(clock.nowMs() / 1000) }
  return { deviceKey: device.key, channel: asked.ch, ...range, ...by }
}

function listOf({ locks }: RecordingSpaceRouteDeps, device: RegisteredDevice): LockAnswer[] {
  return locks.of(device.key).map((lock) => lockAnswer(lock, device.deviceId))
}

function lockAnswer(lock: RecordingLock, deviceid: string): LockAnswer {
  const { id, channel: ch, startMs, endMs, userName: user, reason, timeS: time } = lock
  return { id, deviceid, ch, start: startMs / 1000, end: endMs / 1000, user, reason, time }
}

/** A device that the caller does not see is not named, and what all devices come to is for callers who see all. */
function answerFor(
  { disk, registry, visibility }: RecordingSpaceRouteDeps,
  account: Account,
  recordingSpace: RecordingSpace,
): DiskSpaceAnswer {
  const { fullMs, first, freeBytes, floorBytes, usedBytes, lockedBytes, bytesPerDay } = recordingSpace
  const ofAll = visibility.seesAll(account)
    ? { usedBytes, lockedBytes, bytesPerDay }
    : { usedBytes: null, lockedBytes: null, bytesPerDay: null }
  const device = first === null ? undefined : registry.byKey(first.deviceKey)
  const seen = device !== undefined && visibility.sees(account, device) ? device : null
  return {
    freeBytes,
    floorBytes,
    ...ofAll,
    full: fullMs === null ? null : Math.floor(fullMs / 1000),
    first:
      first === null || seen === null
        ? null
        : {
            deviceid: seen.deviceId,
            start: Math.floor(first.startMs / 1000),
            goes: Math.floor(first.goesMs / 1000),
          },
    stopped: disk.state.kind === 'stopped' ? disk.state.reason : null,
  }
}
