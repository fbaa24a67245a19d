// The disks of the server on the main channel (VCP-126, VCP-127, SET-067 to SET-082). Permission 0 only.
import { z } from 'zod'

/** The function is in `F`; `format` has the disk name in `N`, `uciget` and `uciset` the name of the configuration. */
export const STORAGE = 'S03'

/**
 * SET-081: `restart` reloads the recording service. The payload of `uciget`, of its answer, and of `uciset` is text. Both answer the
 * revision in `V`; `uciset` with an older one in `V` is refused, without one it wins.
 */
export const storageFunctions = ['lsblk', 'uciget', 'uciset', 'format', 'restart'] as const
export type StorageFunction = (typeof storageFunctions)[number]

/** A disk, or a part of one, as `lsblk -J` lists it. */
export interface BlockDevice {
  readonly name: string
  readonly fstype: string | null
  readonly size: string | null
  readonly uuid: string | null
  readonly mountpoint: string | null
  readonly children?: readonly BlockDevice[] | undefined
}

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)

const blockDeviceSchema: z.ZodType<BlockDevice> = z.object({
  name: z.string().min(1),
  fstype: text,
  // A list without units has numbers.
  size: z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value) => (value === null || value === undefined ? null : String(value))),
  uuid: text,
  mountpoint: text,
  get children() {
    return z.array(blockDeviceSchema).readonly().optional()
  },
})

export const blockDevicesSchema = z.object({ blockdevices: z.array(blockDeviceSchema).readonly() })

/** Longer than any disk takes: a reply that has not come by then does not come. */
export const FORMAT_WAIT_MS = 3_600_000

export function encodeStorage(name: StorageFunction, about = ''): Readonly<Record<string, string>> {
  return { F: name, ...(about !== '' && { N: about }) }
}

/** `null` for a function that does not exist. */
export function decodeStorage({ F = '', N = '' }: Readonly<Record<string, string>>) {
  const name = storageFunctions.find((one) => one === F)
  return name === undefined ? null : { name, about: N }
}

/** A disk with its depth in the tree, so that it can be shown as a row. */
export interface ListedDisk {
  readonly disk: BlockDevice
  readonly depth: number
}

/** All disks with their parts behind them. */
export function listedDisks(disks: readonly BlockDevice[], depth = 0): ListedDisk[] {
  return disks.flatMap((disk) => [{ disk, depth }, ...listedDisks(disk.children ?? [], depth + 1)])
}

export type FormatFault = 'has-parts' | 'is-mounted' | 'is-swap' | 'is-member' | 'no-disk'

/** File systems of `blkid` whose disk holds a part of something larger, beside all that end with `_member`. */
const memberTypes: readonly string[] = [
  'crypto_luks',
  'bitlocker',
  'bcache',
  'drbd',
  'stratis',
  'ceph_bluestore',
  // A machine that sleeps wakes up from there.
  'swsuspend',
]

/** Names of the kernel: compressed memory, files, memory, optical drives and floppies, also where the drive is empty. */
const otherKinds = /^(zram|loop|ram|sr|scd|fd)\d+$/

/** Why a disk of these cannot be formatted (SET-072 to SET-074). */
export function formatFault(disk: BlockDevice, disks: readonly BlockDevice[]): FormatFault | null {
  const { children = [], mountpoint, fstype } = disk
  if (children.length > 0) return 'has-parts'
  // Swap that is used has the mountpoint "[SWAP]".
  if (fstype === 'swap' || mountpoint === '[SWAP]') return 'is-swap'
  if (isMounted(disk)) return 'is-mounted'
  if (otherKinds.test(disk.name) || isEmpty(disk)) return 'no-disk'
  const type = (fstype ?? '').toLowerCase()
  if (type.endsWith('_member') || memberTypes.includes(type)) return 'is-member'
  // The disks of one btrfs have its uuid, and one of them alone has the mountpoint.
  const isShared =
    disk.uuid !== null && listedDisks(disks).some((one) => one.disk.uuid === disk.uuid && isMounted(one.disk))
  return isShared ? 'is-member' : null
}

/** As an empty drive or a device that is not connected: `0B`, with a comma in some languages. */
function isEmpty({ size }: BlockDevice): boolean {
  return size !== null && /^0+([.,]0+)?\s*[A-Za-z]*$/.test(size.trim())
}

function isMounted({ mountpoint }: BlockDevice): boolean {
  return mountpoint !== null && mountpoint !== ''
}
