import type { ChannelAddress } from '../../ports/live-media/index.ts'

/** One thing for each channel; those of a device are found without looking at the others. */
export class ChannelMap<Value> {
  readonly #devices = new Map<string, Map<number, Value>>()

  get({ deviceId, channel }: ChannelAddress): Value | undefined {
    return this.#devices.get(deviceId)?.get(channel)
  }

  set({ deviceId, channel }: ChannelAddress, value: Value): void {
    const ofDevice = this.#devices.get(deviceId)
    if (ofDevice) ofDevice.set(channel, value)
    else this.#devices.set(deviceId, new Map([[channel, value]]))
  }

  delete({ deviceId, channel }: ChannelAddress): void {
    const ofDevice = this.#devices.get(deviceId)
    ofDevice?.delete(channel)
    if (ofDevice?.size === 0) this.#devices.delete(deviceId)
  }

  /** Of one device, by channel; a copy, so that it may be changed while it is walked through. */
  of(deviceId: string): [number, Value][] {
    return [...(this.#devices.get(deviceId) ?? [])]
  }

  *values(): Generator<Value> {
    for (const ofDevice of this.#devices.values()) yield* ofDevice.values()
  }

  get size(): number {
    let sum = 0
    for (const ofDevice of this.#devices.values()) sum += ofDevice.size
    return sum
  }

  clear(): void {
    this.#devices.clear()
  }
}
