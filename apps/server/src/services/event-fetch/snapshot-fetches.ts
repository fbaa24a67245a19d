// Belongs here: pictures that download plans want of an event. Does not: JT/T 808 (ports/commands), what waits (event-fetch.store.ts).
import type { ErrorCode } from '@fleetglass/contract/errors'
import type { Clock } from '../../platform/clock/index.ts'
import type { CommandResult, DeviceCommands } from '../../ports/commands/index.ts'
import type { EventMedia } from '../event-media/index.ts'
import type { FetchOfEvent } from './event-fetch.types.ts'
import { type EventFiles, snapshotPath } from './event-files.ts'
import type { FetchEnd } from './footage-fetches.ts'
import { report } from './media-reports.ts'

/** A device sends a picture in many packets over a mobile link. */
const PICTURE_MS = 30_000
/** JT/T 808-2013, 8.55: the device has no such channel. */
const NO_CHANNEL = 2

export interface SnapshotFetchesDeps {
  readonly clock: Clock
  readonly commands: DeviceCommands
  readonly media: Pick<EventMedia, 'put'>
  readonly files: EventFiles
  readonly onFile: (fetch: FetchOfEvent, file: { readonly path: string; readonly bytes: number }) => Promise<void>
}

/** Takes the pictures of an event with 0x8801, one channel after the other, each as soon as the device is there. */
export async function takeSnapshots(deps: SnapshotFetchesDeps, fetch: FetchOfEvent): Promise<FetchEnd> {
  const left: number[] = []
  let reason: ErrorCode | null = null
  for (const channel of fetch.channels) {
    const missing = await takeSnapshot(deps, fetch, channel)
    if (missing === null) continue
    left.push(channel)
    reason = missing
  }
  return { left, reason }
}

/** Why there is no picture; `null`: there is one, or there never will be. */
async function takeSnapshot(
  deps: SnapshotFetchesDeps,
  fetch: FetchOfEvent,
  channel: number,
): Promise<ErrorCode | null> {
  const { clock, commands, media, files, onFile } = deps
  await report(media, fetch, channel, { state: 'fetching' })
  const result = await commands.send(fetch.deviceId, { name: 'takePicture', channel }, { timeoutMs: PICTURE_MS })
  if (result.kind === 'refused' && result.result === NO_CHANNEL) {
    await report(media, fetch, channel, { state: 'failed', reason: 'event-channel-absent' })
    return null
  }
  const jpeg = pictureOf(result)
  if (typeof jpeg === 'string') return jpeg
  const path = snapshotPath(fetch.deviceId, fetch.serial, channel)
  const bytes = await files.store(path, [jpeg])
  const takenS = Math.floor(clock.nowMs() / 1000)
  const standing = { state: 'done' as const, percent: 100, path, bytes, startS: takenS, endS: takenS }
  if (await report(media, fetch, channel, standing)) await onFile(fetch, { path, bytes })
  else await files.remove(path)
  return null
}

function pictureOf(result: CommandResult): Uint8Array | ErrorCode {
  if (result.kind === 'offline') return 'device-offline'
  if (result.kind !== 'answered' || result.answer.name !== 'picture') return 'event-snapshot-failed'
  const { jpeg } = result.answer
  return jpeg[0] === 0xff && jpeg[1] === 0xd8 ? jpeg : 'event-snapshot-failed'
}
