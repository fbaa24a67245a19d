// Belongs here: the tables of a track's samples, checked once and walked as often as wanted: a short file may announce very
// many, so nothing is kept for each. Does not: what the track is of (mp4-reader.ts).
import { Malformed } from '@fleetglass/bytes'
import { type BoxPlace, boxesIn, childOf, viewOf } from './box-walk.ts'

/** One sample of a track. */
interface Sample {
  /** When it begins, in ticks of its track. */
  readonly ticks: number
  readonly isKey: boolean
  /** From the start of the file. */
  readonly offset: number
  readonly byteLength: number
}

/** Hours of pictures and sound. */
const MOST_SAMPLES = 1_000_000

/** Entries that are all there. */
interface Table {
  readonly at: number
  readonly count: number
}

/** Throws `Malformed` when made of tables that do not fit each other, or a file of `fileBytes`. */
export class SampleTables {
  readonly count: number
  readonly #view: DataView
  /** Of every sample; 0: they differ. */
  readonly #sameBytes: number
  readonly #sizesAt: number
  readonly #times: Table
  /** `null`: any can be begun with. */
  readonly #keys: Table | null
  readonly #chunks: Table
  readonly #longChunks: boolean
  readonly #runs: Table

  constructor(moov: Uint8Array, stbl: BoxPlace, fileBytes: number) {
    this.#view = viewOf(moov)
    const stsz = childOf(moov, stbl, 'stsz')
    // 8.7.3.2
    this.#need(stsz, 12)
    this.#sameBytes = this.#view.getUint32(stsz.start + 4)
    this.count = this.#view.getUint32(stsz.start + 8)
    this.#sizesAt = stsz.start + 12
    if (this.count > MOST_SAMPLES) throw new Malformed(stsz.at, `${this.count} samples are too many`)
    if (this.#sameBytes === 0 && this.#sizesAt + this.count * 4 > stsz.end) {
      throw new Malformed(stsz.at, 'sizes for fewer samples than announced')
    }
    if (this.#sum() > fileBytes) {
      throw new Malformed(stsz.at, 'samples of more bytes than the file has: it did not come whole')
    }
    const boxes = [...boxesIn(moov, stbl.start, stbl.end)]
    const stts = childOf(moov, stbl, 'stts')
    this.#times = this.#table(stts, 8)
    const stss = boxes.find(({ type }) => type === 'stss')
    this.#keys = stss ? this.#table(stss, 4) : null
    if (stss && this.#keys && this.#keys.count > this.count) {
      throw new Malformed(stss.at, 'more samples to begin with than samples')
    }
    const co64 = boxes.find(({ type }) => type === 'co64')
    this.#longChunks = co64 !== undefined
    this.#chunks = this.#table(co64 ?? childOf(moov, stbl, 'stco'), co64 ? 8 : 4)
    const stsc = childOf(moov, stbl, 'stsc')
    this.#runs = this.#table(stsc, 12)
    this.#checkTimes(stts)
    this.#checkPlaces(stsc)
  }

  /** In order of decoding. */
  *walk(): Generator<Sample> {
    const view = this.#view
    let chunk = 0
    let leftInChunk = 0
    let offset = 0
    let run = 0
    let time = -1
    let leftInTime = 0
    let step = 0
    let ticks = 0
    let key = 0
    for (let at = 0; at < this.count; at++) {
      while (leftInChunk === 0) {
        offset = this.#chunkAt(chunk)
        chunk += 1
        while (run < this.#runs.count && this.#firstOf(run) <= chunk) run += 1
        leftInChunk = run === 0 ? 0 : this.#samplesOf(run - 1)
      }
      while (leftInTime === 0) {
        time += 1
        leftInTime = view.getUint32(this.#times.at + time * 8)
        step = view.getUint32(this.#times.at + time * 8 + 4)
      }
      // 8.6.2.1: in increasing order.
      while (this.#keys !== null && key < this.#keys.count && this.#keyAt(this.#keys, key) < at) key += 1
      const isKey = this.#keys === null || (key < this.#keys.count && this.#keyAt(this.#keys, key) === at)
      const byteLength = this.#sizeOf(at)
      yield { ticks, isKey, offset, byteLength }
      offset += byteLength
      ticks += step
      leftInChunk -= 1
      leftInTime -= 1
    }
  }

  #sum(): number {
    if (this.#sameBytes !== 0) return this.#sameBytes * this.count
    let sum = 0
    for (let at = 0; at < this.count; at++) sum += this.#sizeOf(at)
    return sum
  }

  /** `stts`, 8.6.1.2. */
  #checkTimes(stts: BoxPlace): void {
    let known = 0
    for (let at = 0; at < this.#times.count; at++) known += this.#view.getUint32(this.#times.at + at * 8)
    if (known < this.count) throw new Malformed(stts.at, 'times for fewer samples than announced')
  }

  /** `stsc` with `stco` or `co64`, 8.7.4 and 8.7.5. */
  #checkPlaces(stsc: BoxPlace): void {
    if (this.#runs.count === 0 && this.count > 0) throw new Malformed(stsc.at, 'samples that lie nowhere')
    let known = 0
    for (let run = 0; run < this.#runs.count; run++) {
      const first = this.#firstOf(run)
      const next = run + 1 < this.#runs.count ? this.#firstOf(run + 1) : Number.POSITIVE_INFINITY
      if (first === 0 || next <= first) throw new Malformed(stsc.at, 'chunks in no order')
      known += Math.max(0, Math.min(next - 1, this.#chunks.count) - first + 1) * this.#samplesOf(run)
    }
    if (known < this.count) throw new Malformed(stsc.at, 'places for fewer samples than announced')
  }

  /** The head of a table: version, flags, how many. */
  #table(box: BoxPlace, entryBytes: number): Table {
    this.#need(box, 8)
    const table = { at: box.start + 8, count: this.#view.getUint32(box.start + 4) }
    if (table.at + table.count * entryBytes > box.end) {
      throw new Malformed(box.at, `"${box.type}" has fewer entries than announced`)
    }
    return table
  }

  #need(box: BoxPlace, byteLength: number): void {
    if (box.start + byteLength > box.end) throw new Malformed(box.at, `"${box.type}" is too short`)
  }

  #sizeOf(at: number): number {
    return this.#sameBytes || this.#view.getUint32(this.#sizesAt + at * 4)
  }

  #keyAt(keys: Table, at: number): number {
    return this.#view.getUint32(keys.at + at * 4) - 1
  }

  #chunkAt(at: number): number {
    if (this.#longChunks) return Number(this.#view.getBigUint64(this.#chunks.at + at * 8))
    return this.#view.getUint32(this.#chunks.at + at * 4)
  }

  /** The first chunk of a run, counted from 1. */
  #firstOf(run: number): number {
    return this.#view.getUint32(this.#runs.at + run * 12)
  }

  /** Samples in each chunk of a run. */
  #samplesOf(run: number): number {
    return this.#view.getUint32(this.#runs.at + run * 12 + 4)
  }
}
