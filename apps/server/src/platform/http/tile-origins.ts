import { tileAddressOf } from '@fleetglass/contract/basemap'

/** The origins that the site's tiles or style come from, which its pages must be let load from; none for our own. */
export function tileOrigins(tileUrl: unknown): readonly string[] {
  const address = tileAddressOf(typeof tileUrl === 'string' ? tileUrl : null)
  const addresses = address.includes('{s}') ? ['a', 'b', 'c'].map((host) => address.replaceAll('{s}', host)) : [address]
  return addresses.flatMap((one) => {
    const url = /^https?:/i.test(one) && URL.canParse(one) ? new URL(one) : null
    return url ? [url.origin] : []
  })
}
