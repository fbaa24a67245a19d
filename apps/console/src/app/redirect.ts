/** When a page has to give way to the login. Pure, so that it can be proven line by line. */
export interface Visit {
  readonly path: string
  /** The stored `AutoLogin` text; null when none is stored. */
  readonly autoLogin: string | null
  /** Login state 0, 1 or 2 (LOGIN-26 … 28). */
  readonly loginFlag: 0 | 1 | 2
}

/** SHELL-073 … 076: the login page, or null when the visitor may stay. */
export function redirectToLogin({ path, autoLogin, loginFlag }: Visit): '/login' | null {
  if (path === '/login') return null
  if (autoLogin === null) return '/login'
  if (loginFlag === 0 && autoLogin === 'false') return '/login'
  return loginFlag === 2 ? '/login' : null
}

/** The address the page was opened with, to go to after a login; null when that names no page. */
export function requestedAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | null {
  return pathname === '/' || pathname === '/login' || pathname.startsWith('//') ? null : pathname + search
}
