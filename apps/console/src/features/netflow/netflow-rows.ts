import type { NetflowDay } from '@fleetglass/contract/netflow'
import { daysOf, type Month } from './months.ts'

export const FLOWS = ['in', 'out', 'total'] as const
export type Flow = (typeof FLOWS)[number]

/** Bytes of a device by day of the month, and of the whole month at the end. */
export interface NetflowRow {
  readonly deviceId: string
  readonly bytes: Readonly<Record<Flow, readonly number[]>>
}

/** Half a day: the noon of a day of the server lies on the same day of the month in nearly every other zone. */
const NOON_S = 43_200

/** A row for each device, those that moved nothing included. */
export function netflowRows(deviceIds: Iterable<string>, days: readonly NetflowDay[], month: Month): NetflowRow[] {
  const count = daysOf(month)
  const sums = new Map<string, { in: number[]; out: number[] }>()
  const sumsOf = (deviceId: string) => {
    const found = sums.get(deviceId) ?? { in: Array(count).fill(0), out: Array(count).fill(0) }
    sums.set(deviceId, found)
    return found
  }
  for (const deviceId of deviceIds) sumsOf(deviceId)
  for (const { deviceid, starttime, flowin, flowout } of days) {
    const at = new Date((starttime + NOON_S) * 1000).getDate() - 1
    const sum = sumsOf(deviceid)
    sum.in[at] = (sum.in[at] ?? 0) + flowin
    sum.out[at] = (sum.out[at] ?? 0) + flowout
  }
  return [...sums].map(([deviceId, sum]) => {
    const total = sum.in.map((bytes, at) => bytes + (sum.out[at] ?? 0))
    return { deviceId, bytes: { in: withSum(sum.in), out: withSum(sum.out), total: withSum(total) } }
  })
}

function withSum(days: readonly number[]): readonly number[] {
  return [...days, days.reduce((sum, bytes) => sum + bytes, 0)]
}

const KIB = 1024
const MIB = KIB * 1024
const GIB = MIB * 1024

/** NETF-08 to NETF-11. */
export function flowSize(bytes: number): 'tiny' | 'small' | 'large' | 'huge' {
  if (bytes < KIB) return 'tiny'
  if (bytes < MIB) return 'small'
  return bytes < GIB ? 'large' : 'huge'
}

/** NETF-12: `0K`, `12.5K`, `3M`, `1.2G`. */
export function flowText(bytes: number): string {
  const [unit, size] = bytes < MIB ? ['K', KIB] : bytes < GIB ? ['M', MIB] : ['G', GIB]
  return `${Number((bytes / Number(size)).toFixed(1))}${unit}`
}
