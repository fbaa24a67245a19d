import { resolveOptions } from '@fleetglass/contract/variants'

/** Where the pictures and scripts come from that a site has named in its options. */
export function siteOrigins(site: unknown): {
  readonly pictures: readonly string[]
  readonly scripts: readonly string[]
} {
  const { logo, loginPicture, idle, mapScriptUrl } = resolveOptions(site)
  return {
    pictures: originsOf([logo, loginPicture, ...idle.items.map(({ image }) => image)]),
    scripts: originsOf([mapScriptUrl]),
  }
}

function originsOf(addresses: readonly (string | undefined)[]): string[] {
  const outside = addresses.filter((address): address is string => /^https?:/i.test(address ?? ''))
  return [...new Set(outside.filter((address) => URL.canParse(address)).map((address) => new URL(address).origin))]
}
