import type { Clock } from '../../platform/clock/index.ts'
import { type Addresses, csvPieces, type FilePieces, jsonPieces } from './gps-files.ts'
import type { GpsResult } from './gps-result.ts'

/** GPSP-21. */
export const fillEveryMs = 10

export type FileFormat = 'json' | 'csv'

/** Null: there is no address, or it could not be had. */
export type FindAddress = (place: { readonly lat: number; readonly lng: number }) => Promise<string | null>

export interface ExportOrder {
  readonly result: GpsResult
  readonly format: FileFormat
  readonly clock: Clock
  /** Null where no addresses are looked up (GPSP-63). */
  readonly findAddress: FindAddress | null
  readonly onProgress: (step: 'filling' | 'writing', done: number, of: number) => void
  readonly signal: AbortSignal
}

/** The file of a result: one address per point every 10 ms, then the text, a piece at a time. Null when it was called off. */
export async function makeFile(order: ExportOrder): Promise<Blob | null> {
  const addresses = await fill(order)
  if (order.signal.aborted) return null
  const file = order.format === 'json' ? jsonPieces(order.result, addresses ?? []) : csvPieces(order.result, addresses)
  return write(order, file)
}

async function fill({ result, clock, findAddress, onProgress, signal }: ExportOrder): Promise<Addresses | null> {
  if (!findAddress) return null
  const { count, lats, lngs } = result.track
  const addresses: (string | null)[] = []
  // A vehicle that stands, and one that comes by again, is looked up once for a place. Cached for this file: at most one per point.
  const known = new Map<string, string | null>()
  for (let index = 0; index < count; index++) {
    const place = { lat: lats[index]!, lng: lngs[index]! }
    const cell = cellOf(place)
    const address = known.has(cell) ? (known.get(cell) ?? null) : await findAddress(place)
    known.set(cell, address)
    addresses.push(address)
    onProgress('filling', index + 1, count)
    await pause(clock, fillEveryMs)
    if (signal.aborted) return null
  }
  return addresses
}

/** About 20 m, within which an address is the same. */
const cellDegrees = 0.00018

function cellOf({ lat, lng }: { readonly lat: number; readonly lng: number }): string {
  const row = Math.round(lat / cellDegrees)
  const width = cellDegrees / Math.max(0.01, Math.cos((row * cellDegrees * Math.PI) / 180))
  return `${row} ${Math.round(lng / width)}`
}

async function write({ clock, onProgress, signal }: ExportOrder, file: FilePieces): Promise<Blob | null> {
  const parts: string[] = []
  let pending = 0
  for (const piece of file.pieces) {
    parts.push(piece)
    pending += piece.length
    if (pending < pieceChars) continue
    pending = 0
    onProgress('writing', Math.min(parts.length, file.count), file.count)
    // The page goes on in between.
    await pause(clock, 0)
    if (signal.aborted) return null
  }
  return new Blob(parts, { type: file.type })
}

const pieceChars = 300_000

function pause(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((done) => clock.after(delayMs, done))
}
