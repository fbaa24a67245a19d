// Belongs here: which machines an administrator of the console may not make the server talk to. Does not: who talks to them.
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { AppError } from '@fleetglass/contract/errors'

/**
 * This machine, its link, groups of machines, and the addresses at which clouds hand out credentials: what a person who may change
 * settings in the console could otherwise reach with the rights of the server.
 */
const local = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.192', 32],
  ['100.100.100.200', 32],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  local.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::', 128],
  ['::1', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  ['fd00:ec2::254', 128],
] as const) {
  local.addSubnet(network, bits, 'ipv6')
}

export interface Target {
  readonly address: string
  readonly family: 4 | 6
}

/** An IPv4 address inside an IPv6 one is judged as what it is. */
function isLocalTarget(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return local.check(mapped, 'ipv4')
  return local.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * The addresses of a host, one at least. Throws `target-unknown` where it has none, and `target-not-allowed` where any of them is
 * local and the configuration does not allow that.
 */
export async function checkedAddresses(
  host: string,
  allowLocal: boolean,
): Promise<readonly [LookupAddress, ...LookupAddress[]]> {
  const name = host.replace(/^\[|\]$/g, '')
  const family = isIP(name)
  const [first, ...others] =
    family === 0 ? await lookup(name, { all: true }).catch(() => []) : [{ address: name, family }]
  if (first === undefined) throw new AppError('target-unknown', { host: name })
  const found = [first, ...others] as const
  if (!allowLocal && found.some(({ address }) => isLocalTarget(address))) {
    throw new AppError('target-not-allowed', { host: name })
  }
  return [...found]
}

/** The address to which datagrams for a host are sent; throws as `checkedAddresses` does. */
export async function resolveTarget(host: string, allowLocal: boolean): Promise<Target> {
  const [{ address, family }] = await checkedAddresses(host, allowLocal)
  return { address, family: family === 6 ? 6 : 4 }
}

/** The first IP address in a page that shows the one which it was requested from; `null` where there is none. */
export function firstAddressIn(page: string): string | null {
  const words = page.replace(/<[^>]*>/g, ' ').split(/[^0-9A-Fa-f:.]+/)
  return words.find((word) => isIP(word) !== 0) ?? null
}
