import type { DeviceChannel } from '../../engines/fleet/index.ts'

/** LIVE-15. */
export const maxOpen = 12

/** What is open when a device is opened: one channel on a phone, four elsewhere (LIVE-17, LIVE-18). */
export function firstOpen(offered: readonly DeviceChannel[], mobile: boolean): readonly number[] {
  return offered.slice(0, mobile ? 1 : 4).map(({ number }) => number)
}

export type Toggle =
  | { readonly kind: 'changed'; readonly open: readonly number[] }
  /** LIVE-16: nothing was opened. */
  | { readonly kind: 'full' }

/** Opens or closes one channel; open ones stand in the order in which they are offered. */
export function toggleChannel(
  open: readonly number[],
  channel: number,
  offered: readonly DeviceChannel[],
  max = maxOpen,
): Toggle {
  if (open.includes(channel)) return { kind: 'changed', open: open.filter((number) => number !== channel) }
  if (open.length >= max) return { kind: 'full' }
  const wanted = new Set([...open, channel])
  return { kind: 'changed', open: offered.map(({ number }) => number).filter((number) => wanted.has(number)) }
}
