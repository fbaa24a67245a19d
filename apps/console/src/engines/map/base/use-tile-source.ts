import { basemapPath, basemapSchema, basemapTilePath } from '@fleetglass/contract/basemap'
import { useQuery } from '@tanstack/react-query'
import { callJson } from '../../../platform/http/index.ts'
import { usePreferences } from '../../../platform/preferences/index.ts'
import { namedSource, type TileSource } from './tile-source.ts'

const groundOnly: TileSource = { kind: 'none' }

/**
 * What is drawn over the ground: what the site has named, else the file of our own server. Until it is known, and when the
 * server does not answer, the ground alone.
 */
export function useTileSource(): TileSource {
  const { site, log } = usePreferences()
  const named = namedSource(site.tileUrl)
  const { data = groundOnly } = useQuery({
    queryKey: ['basemap'],
    enabled: named === null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => askOwnFile(log),
  })
  return named ?? data
}

async function askOwnFile(log: (text: string) => void): Promise<TileSource> {
  const reply = await callJson('GET', basemapPath)
  const read = reply.ok ? basemapSchema.safeParse(reply.value) : null
  if (!read?.success) log(`base map: ${reply.ok ? 'the answer of the server could not be read' : reply.reason}`)
  if (!read?.success) return groundOnly
  if (read.data.kind === 'none') return { kind: 'none', isMissing: true }
  const { kind, mostZoom, credit, version } = read.data
  const url = `${basemapTilePath}?z={z}&x={x}&y={y}&v=${encodeURIComponent(version)}`
  return { kind, url, mostZoom, credit }
}
