import { AppError } from '@fleetglass/contract/errors'
import {
  type LockRequest,
  lockAccess,
  lockListRequestSchema,
  lockRequestSchema,
  recordingLocksPath,
  recordingRoomPath,
  type RecordingLock as ToldLock,
  type RecordingRoom as ToldRoom,
  unlockRequestSchema,
} from '@fleetglass/contract/exports'
import { streamRights } from '@fleetglass/contract/streams'
import { z } from 'zod'
import type { Clock } from '../../platform/clock/index.ts'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { RecordingDisk } from '../../ports/recordings/index.ts'
import type { Account, DeviceRegistry, RegisteredDevice, Visibility } from '../../services/directory/index.ts'
import type { RecordingLock, RecordingLocks } from '../../services/recordings/index.ts'
import type { RecordingRoom, Retention } from '../../services/retention/index.ts'

export interface RoomRouteDeps {
  readonly clock: Clock
  readonly locks: RecordingLocks
  readonly retention: Pick<Retention, 'room'>
  readonly disk: Pick<RecordingDisk, 'state'>
  readonly registry: DeviceRegistry
  readonly visibility: Visibility
}

/** What is locked, and the room that recordings have. */
export const roomEndpoints = (deps: RoomRouteDeps): HttpEndpoint[] => [
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
      if (!(await deps.locks.unlock(device.key, body.id))) throw new AppError('unknown-lock')
      return listOf(deps, device)
    },
  }),
  endpoint({
    method: 'GET',
    path: recordingRoomPath,
    access: streamRights.lopb,
    audit: 'Read the disk space for recordings',
    body: z.object({}),
    handle: async ({ account }) => tell(deps, account, await deps.retention.room()),
  }),
]

function visible({ visibility }: RoomRouteDeps, account: Account, deviceId: string): RegisteredDevice {
  const device = visibility.device(account, deviceId)
  if (device === undefined) throw new AppError('unknown-device')
  return device
}

function lockOf({ clock }: RoomRouteDeps, account: Account, device: RegisteredDevice, asked: LockRequest) {
  const range = { startMs: asked.start * 1000, endMs: asked.end * 1000 }
  const by = { userName: account.name, reason: asked.reason, timeS: Math.floor(clock.nowMs() / 1000) }
  return { deviceKey: device.key, channel: asked.ch, ...range, ...by }
}

function listOf({ locks }: RoomRouteDeps, device: RegisteredDevice): ToldLock[] {
  return locks.of(device.key).map((lock) => tellLock(lock, device.deviceId))
}

function tellLock(lock: RecordingLock, deviceid: string): ToldLock {
  const { id, channel: ch, startMs, endMs, userName: user, reason, timeS: time } = lock
  return { id, deviceid, ch, start: startMs / 1000, end: endMs / 1000, user, reason, time }
}

/** A device that the caller does not see is not named, and what all devices come to is for callers who see all. */
function tell({ disk, registry, visibility }: RoomRouteDeps, account: Account, room: RecordingRoom): ToldRoom {
  const { fullMs, first, freeBytes, floorBytes, usedBytes, lockedBytes, bytesPerDay } = room
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
