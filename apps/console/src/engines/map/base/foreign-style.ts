import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'

/** A style of the site's own: its sources and layers under names that meet none of ours. */
export type ForeignStyle = Pick<StyleSpecification, 'sources' | 'layers' | 'glyphs' | 'sprite'>

const prefix = 'site:'

/** Fetches a style. Rejects when it cannot be had or is none. */
export async function fetchStyle(url: string, signal: AbortSignal): Promise<ForeignStyle> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`the style of the map answered ${response.status}`)
  return readStyle(await response.json())
}

/** Takes what is drawn from a style; throws when it is none. Its faults in detail are found by the renderer. */
export function readStyle(given: unknown): ForeignStyle {
  const { sources, layers, glyphs, sprite } = (given ?? {}) as Partial<Record<keyof StyleSpecification, unknown>>
  if (!isRecord(sources) || !Array.isArray(layers) || !layers.every(isRecord))
    throw new Error('the style of the map has no sources or layers')
  const renamed = Object.entries(sources).map(([name, source]) => [prefix + name, source])
  return {
    sources: Object.fromEntries(renamed) as Record<string, SourceSpecification>,
    layers: layers.map((layer) => ({
      ...layer,
      id: `${prefix}${String(layer.id)}`,
      ...(typeof layer.source === 'string' && { source: prefix + layer.source }),
    })) as unknown as LayerSpecification[],
    ...(typeof glyphs === 'string' && { glyphs }),
    ...(typeof sprite === 'string' && { sprite }),
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
