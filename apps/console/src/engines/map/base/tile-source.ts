import { openStreetMap, tileAddressOf } from '@fleetglass/contract/basemap'

/** Turns the map options of a site and the server's own map file into what is drawn. */
export type TileSource =
  /** Nothing but the ground in the box; `isMissing`: the server has no map file, and the site names no other map. */
  | { readonly kind: 'none'; readonly isMissing?: true }
  /** Pictures of 256 px by `{z}`, `{x}` and `{y}`. */
  | { readonly kind: 'pictures'; readonly url: string; readonly mostZoom: number; readonly credit: string }
  /** A style with sources of its own, drawn over the ground. */
  | { readonly kind: 'style'; readonly url: string }
  /** Streets as vectors, from the file on our own server. */
  | { readonly kind: 'streets'; readonly url: string; readonly mostZoom: number; readonly credit: string }

const mostPictureZoom = 19

/** The source a site has named; null where it named none, so that the server's own file is used. */
export function namedSource(tileUrl: string | null): TileSource | null {
  const url = tileAddressOf(tileUrl)
  if (url === '') return null
  const credit = /(^|[/.])(tile\.)?openstreetmap\.org\//.test(url) ? openStreetMap.credit : ''
  if (['{z}', '{x}', '{y}'].every((part) => url.includes(part)))
    return { kind: 'pictures', url, mostZoom: mostPictureZoom, credit }
  return /^(https?:\/)?\//.test(url) ? { kind: 'style', url } : { kind: 'none' }
}

/** A template as the renderer takes it: absolute, and for `{s}` one for each of the usual hosts. */
export function tileAddresses(template: string): readonly string[] {
  const absolute = template.startsWith('/') ? `${window.location.origin}${template}` : template
  return absolute.includes('{s}') ? ['a', 'b', 'c'].map((host) => absolute.replaceAll('{s}', host)) : [absolute]
}
