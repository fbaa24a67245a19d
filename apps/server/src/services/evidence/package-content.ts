// Belongs here: what is in a package, and in which file. Does not: when it is made, and for whom (evidence.ts).
import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { crc32 } from 'node:zlib'
import type { EvidenceFailure } from '@fleetglass/contract/evidence'
import { EvidenceWriter } from '@fleetglass/evidence'
import { degreesFromE6 } from '@fleetglass/geo'
import { version } from '../../version.ts'
import type { DeviceIdentities } from '../device-identity/index.ts'
import type { DeviceRegistry, RegisteredDevice } from '../directory/index.ts'
import type { EventStore, StoredDeviceEvent } from '../events/index.ts'
import type { Clip, RecordingCuts, Recordings } from '../recordings/index.ts'
import { beginText, endText, noPoints, pageText, type TrackStore, type TrackTextOptions } from '../tracks/index.ts'
import type { StoredEvidence } from './evidence.types.ts'
import type { PackageFolder, UnfinishedPackage } from './package-folder.ts'
import type { SigningKey } from './signing-key.ts'

export const DEVICE_FILE = 'device.json'
export const channelFile = (channel: number): string => `footage/ch${channel}.mp4`

/** Events of a package; there are fewer in six hours of a sound device. */
const EVENTS_MAX = 10_000

export interface PackageSources {
  readonly registry: Pick<DeviceRegistry, 'byKey'>
  readonly identities: Pick<DeviceIdentities, 'of'>
  readonly recordings: Pick<Recordings, 'ranges'>
  readonly cuts: Pick<RecordingCuts, 'cut'>
  readonly tracks: Pick<TrackStore, 'numbersBetween'>
  readonly events: Pick<EventStore, 'between'>
}

export interface PackageRun {
  readonly key: SigningKey
  readonly folder: PackageFolder
  readonly nowMs: number
  readonly signal: AbortSignal
  readonly onProgress: (percent: number) => void
}

/** Writes the file of a package; answers its size, or why there is none. Rejects when a recording or the disk fails, or when it is aborted. */
export async function writePackage(
  sources: PackageSources,
  order: StoredEvidence,
  run: PackageRun,
): Promise<{ readonly bytes: number } | EvidenceFailure> {
  const device = sources.registry.byKey(order.deviceKey)
  if (device === undefined) return 'device-removed'
  const clips = await clipsOf(sources, order)
  if (clips.size === 0) return 'nothing-recorded'
  const total = [...clips.values()].reduce((sum, { byteLength }) => sum + byteLength, 0)
  if (!(await run.folder.hasRoomFor(total))) return 'disk-full'
  const file = await run.folder.begin(order.id)
  try {
    const bytes = await fill(file, { sources, order, run, device, clips, total })
    run.signal.throwIfAborted()
    await file.keep()
    return { bytes }
  } catch (error) {
    await file.discard()
    throw error
  }
}

async function clipsOf({ cuts }: PackageSources, { deviceKey, channels, startMs, endMs }: StoredEvidence) {
  const clips = new Map<number, Clip>()
  for (const channel of channels) {
    const clip = await cuts.cut(deviceKey, channel, { startMs, endMs }, () => undefined)
    if (clip !== null) clips.set(channel, clip)
  }
  return clips
}

interface Filling {
  readonly sources: PackageSources
  readonly order: StoredEvidence
  readonly run: PackageRun
  readonly device: RegisteredDevice
  readonly clips: ReadonlyMap<number, Clip>
  readonly total: number
}

async function fill({ sink }: UnfinishedPackage, filling: Filling): Promise<number> {
  const { sources, order, run, device, clips, total } = filling
  const writer = new EvidenceWriter({
    sink,
    madeMs: run.nowMs - (run.nowMs % 1000),
    sha256: () => createHash('sha256'),
    crc32,
    sign: run.key.sign,
  })
  let done = 0
  for (const [channel, clip] of clips) {
    const pieces = watched(clip.read(0, clip.byteLength), run.signal, (bytes) => {
      done += bytes
      run.onProgress(Math.floor((done / total) * 100))
    })
    await writer.add(channelFile(channel), pieces)
  }
  if (order.withTrack) {
    for (const format of ['gpx', 'json'] as const) {
      await writer.add(`track/track.${format}`, watched(trackText(sources, order, format), run.signal))
    }
  }
  await writer.add('events.json', [await eventsText(sources, order)])
  const facts = deviceFacts(sources, device)
  await writer.add(DEVICE_FILE, [jsonBytes({ ...facts, server: { version, name: hostname() } })])
  const { size } = await writer.finish({
    id: order.id,
    madeBy: order.userName,
    reason: order.reason,
    site: hostname(),
    device: {
      deviceId: facts.deviceId,
      vehicle: facts.plate,
      driver: facts.driver,
      memo: facts.memo,
      model: facts.model,
    },
    range: { from: isoTime(order.startMs), to: isoTime(order.endMs) },
    channels: [...order.channels],
    gaps: await gapsOf(sources, order),
    publicKey: run.key.publicKey,
  })
  return size
}

async function* watched(
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  onPiece: (bytes: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    signal.throwIfAborted()
    yield piece
    onPiece(piece.length)
  }
}

async function* trackText(
  { tracks }: PackageSources,
  { deviceKey, deviceId, startMs, endMs }: StoredEvidence,
  format: 'gpx' | 'json',
): AsyncGenerator<Uint8Array> {
  const [startS, endS] = [Math.floor(startMs / 1000), Math.ceil(endMs / 1000)]
  const options: TrackTextOptions = { format, deviceId, startS, endS, offsetS: 0 }
  let before = noPoints
  yield bytesOf(beginText(options))
  for await (const values of tracks.numbersBetween({ deviceKey, startS, endS })) {
    const { text, state } = pageText(values, options, before)
    before = state
    yield bytesOf(text)
  }
  yield bytesOf(endText(options, before))
}

async function eventsText({ events }: PackageSources, order: StoredEvidence): Promise<Uint8Array> {
  const [startS, endS] = [Math.floor(order.startMs / 1000), Math.ceil(order.endMs / 1000)]
  const found = await events.between(order.deviceKey, { startS, endS, limit: EVENTS_MAX + 1 })
  return jsonBytes({
    events: found.slice(0, EVENTS_MAX).map((event) => eventFacts(event, order.withTrack)),
    // Never left out in silence: a court counts.
    complete: found.length <= EVENTS_MAX,
  })
}

function eventFacts({ serial, code, name, change, memo, timeS, place, late }: StoredDeviceEvent, withPlace: boolean) {
  const where = withPlace && place !== null ? place : null
  return {
    number: serial,
    code,
    name,
    change: change === 'new' ? 'began' : 'ended',
    time: isoTime(timeS * 1000),
    memo,
    late,
    ...(where && { lat: degreesFromE6(where.latE6), lng: degreesFromE6(where.lngE6), speedKmh: where.speedKmh }),
  }
}

function deviceFacts({ identities }: PackageSources, device: RegisteredDevice) {
  const { deviceId, plate, driver, driverLicence, memo, externalId, utcOffsetMinutes } = device
  const { maker = '', model = '', terminalId = '', firmware = '', hardware = '' } = identities.of(device.key) ?? {}
  return {
    deviceId,
    plate,
    driver,
    driverLicence,
    memo,
    externalId,
    utcOffsetMinutes,
    maker,
    model,
    terminalId,
    firmware,
    hardware,
  }
}

/** Where a channel has no recording: what a package cannot show is said in its manifest. */
async function gapsOf({ recordings }: PackageSources, { deviceKey, channels, startMs, endMs }: StoredEvidence) {
  const recorded = await recordings.ranges(deviceKey, { startMs, endMs })
  return channels.flatMap((channel) => {
    let atMs = startMs
    const gaps: { channel: number; from: string; to: string }[] = []
    for (const range of [...(recorded.get(channel) ?? []), { startMs: endMs, endMs }]) {
      const untilMs = Math.min(range.startMs, endMs)
      if (untilMs > atMs) gaps.push({ channel, from: isoTime(atMs), to: isoTime(untilMs) })
      atMs = Math.max(atMs, range.endMs)
    }
    return gaps
  })
}

const isoTime = (ms: number): string => new Date(ms).toISOString()
const bytesOf = (text: string): Uint8Array => Buffer.from(text)
const jsonBytes = (value: unknown): Uint8Array => bytesOf(`${JSON.stringify(value, null, 2)}\n`)
