import type { DeviceChannel } from '../../engines/fleet/index.ts'

/** How many channels are open at most: on the page, and in the modal (LIVE-15, LIVE-22). */
export const mostOpen = { page: 12, popup: 8 } as const

/** What is open when a device is opened: one channel on a phone, four elsewhere (LIVE-17, LIVE-18). */
export function firstOpen(offered: readonly DeviceChannel[], mobile: boolean): readonly number[] {
  return offered.slice(0, mobile ? 1 : 4).map(({ number }) => number)
}

export type Toggle =
  | { readonly kind: 'changed'; readonly open: readonly number[] }
  /** LIVE-16, LIVE-23: nothing was opened. */
  | { readonly kind: 'full' }

/** Opens or closes one channel; open ones stand in the order in which they are offered. */
export function toggleChannel(
  open: readonly number[],
  channel: number,
  offered: readonly DeviceChannel[],
  most: number,
): Toggle {
  if (open.includes(channel)) return { kind: 'changed', open: open.filter((number) => number !== channel) }
  if (open.length >= most) return { kind: 'full' }
  const wanted = new Set([...open, channel])
  return { kind: 'changed', open: offered.map(({ number }) => number).filter((number) => wanted.has(number)) }
}
