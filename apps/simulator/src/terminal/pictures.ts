import type { Message } from '@fleetglass/jt808'

/** A row of pictures being taken, as 0x8801 asked. */
interface Shooting {
  readonly serial: number
  readonly channel: number
  readonly intervalMs: number
  readonly keep: boolean
  readonly ids: number[]
  left: number
  nextMs: number
}

export interface PictureDevice {
  picture(channel: number, timeS: number): Uint8Array | null
  send(message: Message): number
  /** The 0x0801 for a picture taken at that time. */
  mediaMessage(id: number, channel: number, timeS: number, jpeg: Uint8Array): Message
  sendAgain(firstSerial: number, packetNumbers: readonly number[]): boolean
}

/** Rows of pictures that one device takes at the same time; a further request is answered "failed". */
const MOST_ROWS = 4
const DONE = 0
/** Event of a picture, JT/T 808-2013, table 80. */
const BY_TIMER = 1
const FAILED = 1
const NO_CHANNEL = 2

/** Takes pictures, reports their numbers in 0x0805, sends them as 0x0801 and what 0x8800 misses of them again. */
export class Pictures {
  readonly #device: PictureDevice
  #rows: Shooting[] = []
  readonly #unanswered = new Map<number, number>()
  #lastId = 0

  constructor(device: PictureDevice) {
    this.#device = device
  }

  get dueMs(): number {
    let due = Infinity
    for (const row of this.#rows) due = Math.min(due, row.nextMs)
    return due
  }

  /** 0x8801; answers the result for 0x0805, which follows by itself when it is 0. A count of 0 ends all rows. */
  take(
    request: { serial: number; channel: number; count: number; intervalS: number; keep: boolean },
    nowMs: number,
  ): number {
    if (request.count === 0) {
      this.#rows = []
      return DONE
    }
    if (!this.#device.picture(request.channel, nowMs / 1000)) return NO_CHANNEL
    if (this.#rows.length >= MOST_ROWS) return FAILED
    const { serial, channel, count, keep } = request
    this.#rows.push({
      serial,
      channel,
      keep,
      intervalMs: request.intervalS * 1000,
      ids: [],
      left: count,
      nextMs: nowMs,
    })
    this.onDue(nowMs)
    return DONE
  }

  onDue(nowMs: number): void {
    for (const row of this.#rows) {
      while (row.left > 0 && row.nextMs <= nowMs) {
        row.left -= 1
        row.nextMs += row.intervalMs
        row.ids.push(this.#shoot(row, nowMs))
      }
    }
    const done = this.#rows.filter((row) => row.left === 0)
    this.#rows = this.#rows.filter((row) => row.left > 0)
    for (const row of done) {
      this.#device.send({ name: 'shotResult', body: { answeredSerial: row.serial, result: DONE, mediaIds: row.ids } })
    }
  }

  /** Without a request: the notice, then the picture. Nothing for a channel without a camera. */
  sendOwn(channel: number, nowMs: number): void {
    const timeS = Math.floor(nowMs / 1000)
    const jpeg = this.#device.picture(channel, timeS)
    if (jpeg === null) return
    this.#lastId += 1
    const id = this.#lastId
    this.#device.send({ name: 'mediaEvent', body: { id, kind: 0, format: 0, event: BY_TIMER, channel } })
    this.#send(id, channel, timeS, jpeg)
  }

  /** 0x8800: all came, or some packets are wanted again. */
  answered(mediaId: number, missing: readonly number[]): void {
    const serial = this.#unanswered.get(mediaId)
    if (serial === undefined) return
    if (missing.length > 0) this.#device.sendAgain(serial, missing)
    else this.#unanswered.delete(mediaId)
  }

  #shoot(row: Shooting, nowMs: number): number {
    this.#lastId += 1
    const id = this.#lastId
    const timeS = Math.floor(nowMs / 1000)
    const jpeg = this.#device.picture(row.channel, timeS)
    if (jpeg && !row.keep) this.#send(id, row.channel, timeS, jpeg)
    return id
  }

  #send(id: number, channel: number, timeS: number, jpeg: Uint8Array): void {
    const serial = this.#device.send(this.#device.mediaMessage(id, channel, timeS, jpeg))
    this.#unanswered.set(id, serial)
    // The connection keeps only the last few long messages anyway.
    if (this.#unanswered.size > 16) this.#unanswered.delete(this.#unanswered.keys().next().value!)
  }
}
