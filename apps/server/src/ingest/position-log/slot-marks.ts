import { SLOT_S } from '@fleetglass/contract/tracks'
import type { NumberRows } from '../../platform/database/index.ts'
import { WIDTH } from '../../services/tracks/index.ts'

/** Written with the points of a group. */
export interface MarkedGroup {
  /** `null`: all slots of the group are marked already. */
  readonly rows: NumberRows | null
  /** The group is on disk. */
  readonly written: () => void
}

/**
 * Which slots have points that no sum holds yet: `track_marks`, written in the same transaction as the points. The newest
 * marked slot of each device is remembered, so that a vehicle that reports every second costs one mark in a quarter of an
 * hour and not one in each group.
 */
export class SlotMarks {
  readonly #newest = new Map<number, number>()
  #mark = 0
  /** Grows with each `free`: a group that was made before marks nothing in memory any more. */
  #epoch = 0

  /** `rows`: points by device and time. */
  of(rows: Float64Array, nowMs: number): MarkedGroup {
    this.#mark = Math.max(this.#mark + 1, nowMs)
    const epoch = this.#epoch
    const marks: number[] = []
    let [device, slot] = [Number.NaN, Number.NaN]
    for (let at = 0; at < rows.length; at += WIDTH) {
      const nextSlot = Math.floor(rows[at + 1]! / SLOT_S)
      if (rows[at] === device && nextSlot === slot) continue
      device = rows[at]!
      slot = nextSlot
      if (this.#newest.get(device) !== slot) marks.push(device, slot, this.#mark)
    }
    const written = (): void => {
      if (epoch !== this.#epoch) return
      for (let at = 0; at < marks.length; at += 3) this.#newest.set(marks[at]!, marks[at + 1]!)
    }
    return { rows: marks.length === 0 ? null : markRows(marks), written }
  }

  /** What these devices send from now on is marked anew. */
  free(deviceKeys: Iterable<number>): void {
    this.#epoch += 1
    for (const key of deviceKeys) this.#newest.delete(key)
  }
}

function markRows(marks: readonly number[]): NumberRows {
  return {
    table: 'track_marks',
    columns: ['device_key', 'slot', 'mark'],
    values: Float64Array.from(marks),
    onConflict: { key: ['device_key', 'slot'], action: 'replace' },
  }
}
