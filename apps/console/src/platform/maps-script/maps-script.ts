/**
 * SHELL-135, SHELL-136: adds the script of a maps provider where the site names one. The console draws its maps itself, so
 * one that does not come is only logged.
 */
export function loadMapsScript(
  page: Document,
  site: { readonly mapScriptUrl?: string | undefined; readonly mapKey?: string | undefined },
  log: (text: string) => void,
): void {
  if (!site.mapScriptUrl) return
  const address = new URL(site.mapScriptUrl, page.baseURI)
  if (site.mapKey) address.searchParams.set('key', site.mapKey)
  const script = page.createElement('script')
  script.async = true
  script.src = address.href
  script.addEventListener('error', () => log(`the maps script of ${address.origin} did not come`))
  page.head.append(script)
}
