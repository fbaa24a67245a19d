/** The address of a page, and what the browser keeps with it. */
interface AddressBar {
  readonly location: Pick<Location, 'href'>
  readonly history: Pick<History, 'state' | 'replaceState'>
}

/** Where the entry of the browser's history keeps who asks. */
interface Kept {
  readonly standAlone?: Readonly<Record<string, string>>
}

const secrets = ['user', 'password'] as const

/**
 * The parameters of the page. User and password leave the address at once, and with it the bar, bookmarks and what is copied
 * from there. The entry of this tab's history keeps them, so that a reload goes on; it goes with the tab.
 */
export function takeQuery({ location, history }: AddressBar): Readonly<Record<string, string>> {
  const address = new URL(location.href)
  const kept = { ...(history.state as Kept | null)?.standAlone }
  for (const name of secrets) {
    const given = address.searchParams.get(name)
    if (given !== null) kept[name] = given
    address.searchParams.delete(name)
  }
  history.replaceState({ standAlone: kept }, '', address.pathname + address.search + address.hash)
  return { ...Object.fromEntries(address.searchParams), ...kept }
}
