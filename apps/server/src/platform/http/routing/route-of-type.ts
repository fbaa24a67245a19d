/**
 * `web.cgi?type=T` as the address of the route `web.cgi/T`, where one is registered. So each type has a right and an audit description of
 * its own, and can belong to another feature; types without a route stay with `web.cgi` itself.
 */
export function routeOfType(url: string, registered: ReadonlySet<string>): string {
  const at = url.indexOf('?')
  if (at === -1) return url
  const path = url.slice(0, at)
  if (!path.endsWith('.cgi')) return url
  const route = `${path}/${new URLSearchParams(url.slice(at)).get('type') ?? ''}`
  return registered.has(route) ? `${route}${url.slice(at)}` : url
}
