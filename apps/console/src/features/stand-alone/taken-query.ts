/** The address of a page, and what the browser stores with it. */
interface AddressBar {
  readonly location: Pick<Location, 'href'>
  readonly history: Pick<History, 'state' | 'replaceState'>
}

/** Where the entry of the browser's history stores the credentials. */
interface HistoryState {
  readonly standAlone?: Readonly<Record<string, string>>
}

const secrets = ['user', 'password'] as const

/**
 * The parameters of the page. User and password leave the address at once, and with it the bar, bookmarks and what is copied
 * from there. The entry of this tab's history stores them, so that a reload works; it ends with the tab.
 */
export function takeQuery({ location, history }: AddressBar): Readonly<Record<string, string>> {
  const address = new URL(location.href)
  const stored = { ...(history.state as HistoryState | null)?.standAlone }
  for (const name of secrets) {
    const given = address.searchParams.get(name)
    if (given !== null) stored[name] = given
    address.searchParams.delete(name)
  }
  history.replaceState({ standAlone: stored }, '', address.pathname + address.search + address.hash)
  return { ...Object.fromEntries(address.searchParams), ...stored }
}
