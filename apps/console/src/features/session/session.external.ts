import type { ExternalLogin } from './session.login.ts'

/**
 * LOGIN-49, LOGIN-53: takes `h` and `e` out of the page's address. They are then
 * no longer in the address bar, the history or the referrer.
 */
export function takeExternalLogin(location: Pick<Location, 'href'>, history: Pick<History, 'state' | 'replaceState'>) {
  const address = new URL(location.href)
  const passwordHash = address.searchParams.get('h')
  const externalUser = address.searchParams.get('e')
  if (passwordHash === null || externalUser === null) return null
  address.searchParams.delete('h')
  address.searchParams.delete('e')
  history.replaceState(history.state, '', address.pathname + address.search + address.hash)
  return { externalUser, passwordHash } satisfies ExternalLogin
}
