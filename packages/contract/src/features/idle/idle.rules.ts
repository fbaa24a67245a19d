/** SHELL-106, SHELL-107. */
export const IDLE_START_S = 1800

/** What decides whether and from where the countdown runs. */
export interface IdlePlace {
  readonly pathname: string
  readonly mobile: boolean
  readonly disabled: boolean
  /** The start value on the live view page, which a site may have shorter (SHELL-108). */
  readonly liveIdleS: number
}

/** Seconds the countdown starts with at this place; null where it does not run (SHELL-107 … 113). */
export function idleStartS({ pathname, mobile, disabled, liveIdleS }: IdlePlace): number | null {
  if (mobile || disabled || pathname === '/i18neditor' || pathname === '/idle') return null
  const isLive = pathname === '/liveview' || pathname.startsWith('/liveview/')
  return isLive ? liveIdleS : IDLE_START_S
}
