// Belongs here: which channels are recorded, and their recorders. Does not: files (channel-recorder.ts).
import { isRecorded } from '@fleetglass/contract/devices'
import type { DeviceState } from '../../ports/device-state/index.ts'
import type { StreamSubscription, Streams } from '../../ports/live-media/index.ts'
import type { Segment } from '../../ports/recordings/index.ts'
import { parseSegmentPath } from '../../ports/recordings/index.ts'
import type { DeviceRegistry, RegisteredDevice } from '../../services/directory/index.ts'
import type { Fleet } from '../../services/live-state/index.ts'
import { ChannelMap } from '../streams/index.ts'
import type { ChannelRecorder } from './channel-recorder.ts'
import type { SegmentFile } from './segment-file.ts'

export interface RecordedChannelsDeps {
  readonly registry: DeviceRegistry
  readonly fleet: Fleet
  readonly deviceState: Pick<DeviceState, 'publish'>
  readonly streams: Streams
  /** A device has files that are not closed, or has none any more. */
  readonly onFiles: (deviceId: string, hasFiles: boolean) => void
  /** Makes the recorder of one channel; `onRecording` is to be called when it begins or ceases to record. */
  readonly make: (device: RegisteredDevice, channel: number, onRecording: () => void) => ChannelRecorder
}

interface Recorded {
  readonly recorder: ChannelRecorder
  readonly subscription: StreamSubscription
}

/**
 * Follows the settings and the connections of all devices. What a device costs is only its own channels: sites have
 * thousands, and their notices come on the loop of the media.
 */
export class RecordedChannels {
  readonly #deps: RecordedChannelsDeps
  readonly #channels = new ChannelMap<Recorded>()
  /** What comes from the devices' own recordings, beside what the cameras send now. */
  readonly #gapFills = new Set<ChannelRecorder>()
  /** Their last files are being closed. */
  readonly #ending = new Map<ChannelRecorder, Promise<void>>()
  /** Recorders of each device that are not closed. */
  readonly #recordersOfDevice = new Map<string, number>()
  #subscriptions: { close(): void }[] = []
  #takesData = true
  #closed = false

  constructor(deps: RecordedChannelsDeps) {
    this.#deps = deps
  }

  start(): void {
    const { registry, fleet } = this.#deps
    this.#subscriptions = [
      registry.onChange(({ kind, device }) => this.#follow(device, kind === 'removed')),
      fleet.onOnlineChange((deviceId, online) => {
        const device = online ? registry.byId(deviceId) : undefined
        if (device) this.#follow(device)
      }),
    ]
    for (const device of registry.all()) this.#follow(device)
  }

  /** Once a second. */
  tick(): void {
    for (const { recorder } of this.#channels.values()) recorder.tick()
    for (const recorder of this.#gapFills) recorder.tick()
  }

  /** The disk takes nothing, or takes data again. */
  disk(takesData: boolean): void {
    this.#takesData = takesData
    for (const { recorder } of this.#channels.values()) recorder.disk(takesData)
    for (const recorder of this.#gapFills) recorder.disk(takesData)
  }

  /** A media slot takes no data any more, while others may. */
  leave(slot: string): void {
    for (const { recorder } of this.#channels.values()) recorder.leave(slot)
    for (const recorder of this.#gapFills) recorder.leave(slot)
  }

  /** Channels that are being recorded. */
  get count(): number {
    let count = 0
    for (const { recorder } of this.#channels.values()) if (recorder.isRecording) count += 1
    return count
  }

  /** Files that are not closed yet with what is on disk of them; of one device, or of all for `null`. */
  running(deviceId: string | null): Segment[] {
    const recorders = deviceId === null ? this.#recorders() : this.#recordersOf(deviceId)
    return [...recorders].flatMap((recorder) => recorder.running())
  }

  /** Whether this file is being written, or closed just now. */
  isWriting(path: string): boolean {
    const name = parseSegmentPath(path)
    if (name !== null && this.#channels.get(name)?.recorder.isWriting(path)) return true
    for (const recorder of [...this.#gapFills, ...this.#ending.keys()]) if (recorder.isWriting(path)) return true
    return false
  }

  *openFiles(): Generator<SegmentFile> {
    for (const recorder of this.#recorders()) yield* recorder.files()
  }

  /** Ends the files in the making of a device and goes on with new ones; resolves when the former are closed. */
  async cut(deviceId: string): Promise<void> {
    const device = this.#deps.registry.byId(deviceId)
    if (device === undefined) return
    for (const [, recorded] of this.#channels.of(device.deviceId)) this.#end(recorded)
    const ending = [...this.#ending].filter(([recorder]) => recorder.deviceId === device.deviceId)
    this.#follow(device)
    await Promise.all(ending.map(([, closed]) => closed))
  }

  /** A recorder beside that of the cameras, for frames of the past; `null` once all is ending. */
  fillGap(device: RegisteredDevice, channel: number): ChannelRecorder | null {
    if (this.#closed) return null
    const recorder = this.#deps.make(device, channel, () => undefined)
    recorder.disk(this.#takesData)
    this.#gapFills.add(recorder)
    this.#count(device.deviceId, 1)
    return recorder
  }

  /** Resolves when its files are closed. */
  async endGapFill(recorder: ChannelRecorder): Promise<void> {
    if (!this.#gapFills.delete(recorder)) return
    await this.#close(recorder)
  }

  /** Since when the camera of a channel is being recorded into the files that grow now, unix ms; `null` when it is not. */
  growingSinceMs(address: { readonly deviceId: string; readonly channel: number }): number | null {
    const [first] = this.#channels.get(address)?.recorder.running() ?? []
    return first?.startMs ?? null
  }

  /** Ends all; resolves when every file is closed. */
  async close(): Promise<void> {
    this.#closed = true
    for (const subscription of this.#subscriptions.splice(0)) subscription.close()
    for (const recorded of [...this.#channels.values()]) this.#end(recorded)
    for (const recorder of [...this.#gapFills]) void this.endGapFill(recorder)
    await Promise.all(this.#ending.values())
  }

  *#recorders(): Generator<ChannelRecorder> {
    for (const { recorder } of this.#channels.values()) yield recorder
    yield* this.#gapFills
    yield* this.#ending.keys()
  }

  #recordersOf(deviceId: string): ChannelRecorder[] {
    // One that ends has a file until the index has it.
    const ending = [...this.#ending.keys()].filter((recorder) => recorder.deviceId === deviceId)
    return [...ending, ...this.#channels.of(deviceId).map(([, { recorder }]) => recorder)]
  }

  /** Begins and ends the channels of a device as its settings and its connection say. */
  #follow(device: RegisteredDevice, isRemoved = false): void {
    const { deviceId } = device
    const wanted = isRemoved ? [] : channelsToRecord(device)
    for (const [channel, recorded] of this.#channels.of(deviceId)) if (!wanted.includes(channel)) this.#end(recorded)
    // What was begun goes on while the device is offline: the stream asks again by itself when it is back.
    if (this.#deps.fleet.get(deviceId)?.online !== true) return
    for (const channel of wanted) this.#begin(device, channel)
  }

  #begin(device: RegisteredDevice, channel: number): void {
    const address = { deviceId: device.deviceId, channel }
    if (this.#closed || this.#channels.get(address) !== undefined) return
    const recorder = this.#deps.make(device, channel, () => this.#publishToFleet(device.deviceId))
    recorder.disk(this.#takesData)
    // In its place before the first frame: a stream that plays gives it at once.
    const recorded = { recorder, subscription: { close: () => {} } }
    this.#channels.set(address, recorded)
    this.#count(device.deviceId, 1)
    recorded.subscription = this.#deps.streams.subscribe(address, recorder)
  }

  #end({ recorder, subscription }: Recorded): void {
    subscription.close()
    this.#channels.delete(recorder)
    void this.#close(recorder)
    this.#publishToFleet(recorder.deviceId)
  }

  /** It has its files until the index has them. */
  #close(recorder: ChannelRecorder): Promise<void> {
    const closed = recorder.close().finally(() => {
      this.#ending.delete(recorder)
      this.#count(recorder.deviceId, -1)
    })
    this.#ending.set(recorder, closed)
    return closed
  }

  #count(deviceId: string, change: 1 | -1): void {
    const before = this.#recordersOfDevice.get(deviceId) ?? 0
    const count = before + change
    if (count === 0) this.#recordersOfDevice.delete(deviceId)
    else this.#recordersOfDevice.set(deviceId, count)
    if (before === 0 || count === 0) this.#deps.onFiles(deviceId, count > 0)
  }

  #publishToFleet(deviceId: string): void {
    const isRecording = this.#channels.of(deviceId).some(([, { recorder }]) => recorder.isRecording)
    if (this.#deps.fleet.get(deviceId)?.recording === isRecording) return
    void this.#deps.deviceState.publish(deviceId, 'recording', { recording: isRecording })
  }
}

function channelsToRecord({ video, channels }: RegisteredDevice): number[] {
  if (!isRecorded({ video })) return []
  const recorded = channels.filter(({ enabled, record }) => (video === 'record-planned' ? record : enabled))
  return recorded.map(({ number }) => number)
}
