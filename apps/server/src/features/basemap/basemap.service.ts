import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Basemap } from '@fleetglass/contract/basemap'
import type { Log } from '../../platform/log/index.ts'
import { openPmtiles, type PmtilesFile, unpack } from './pmtiles-file.ts'
import type { TileKind } from './pmtiles-format.ts'

/** One tile, with the type of its content. */
export interface Tile {
  readonly bytes: Uint8Array
  readonly type: string
  readonly encoding: 'gzip' | null
}

export interface BasemapFile {
  readonly description: Basemap
  /** Null where there is no tile, or none can be had; that is logged once in the log. */
  tile(zoom: number, column: number, row: number): Promise<Tile | null>
  close(): Promise<void>
}

export interface BasemapOptions {
  readonly log: Log
  /** The site's file; empty for `basemap.pmtiles` in the data folder. */
  readonly path: string
  readonly dataFolder: string
}

const types: Readonly<Record<TileKind, string>> = {
  streets: 'application/vnd.mapbox-vector-tile',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
}
const MOST_CREDIT = 300

/** Opens the site's map file. Without one, or when it cannot be read, the base map is the ground in the box. */
export async function openBasemap({ log, path, dataFolder }: BasemapOptions): Promise<BasemapFile> {
  const wanted = path === '' ? join(dataFolder, 'basemap.pmtiles') : path
  if (path === '' && !existsSync(wanted)) return noFile
  try {
    return served(await openPmtiles(wanted), log)
  } catch (error) {
    log.error({ err: error, path: wanted }, 'the map file cannot be read; maps show the ground only')
    return noFile
  }
}

const noFile: BasemapFile = {
  description: { kind: 'none' },
  tile: async () => null,
  close: async () => {},
}

function served(file: PmtilesFile, log: Log): BasemapFile {
  const { kind, leastZoom, mostZoom, tilePacking } = file.header
  // What browsers take packed on any connection leaves as it is; the rest is unpacked here.
  const encoding = tilePacking === 'gzip' ? 'gzip' : null
  let complained = false
  const read = async (zoom: number, column: number, row: number) => {
    const packed = await file.tile(zoom, column, row)
    if (packed === null || encoding !== null) return packed
    return unpack(packed, tilePacking)
  }
  return {
    description: {
      kind: kind === 'streets' ? 'streets' : 'pictures',
      version: file.version,
      leastZoom,
      mostZoom,
      credit: creditOf(file.metadata),
    },
    async tile(zoom, column, row) {
      if (zoom < leastZoom || zoom > mostZoom) return null
      try {
        const bytes = await read(zoom, column, row)
        return bytes && { bytes, type: types[kind], encoding }
      } catch (error) {
        if (!complained) log.error({ err: error, zoom, column, row }, 'the map file is damaged; tiles are missing')
        complained = true
        return null
      }
    },
    close: () => file.close(),
  }
}

/** Source of the map data. Files write it with links; it is shown as plain text. */
function creditOf({ attribution }: Readonly<Record<string, unknown>>): string {
  if (typeof attribution !== 'string') return ''
  const text = attribution
    .replace(/<[^>]*>/g, '')
    .replace(/&copy;/g, '©')
    .replace(/&amp;/g, '&')
  return text.trim().slice(0, MOST_CREDIT)
}
