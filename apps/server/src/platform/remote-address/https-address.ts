/** The same address by https, at another port of the host that the client named. */
export function httpsAddress(host: string | undefined, port: number, pathAndQuery: string): string {
  const name = URL.parse(`http://${host ?? ''}`)?.hostname ?? 'localhost'
  return `https://${name}${port === 443 ? '' : `:${port}`}${pathAndQuery.startsWith('/') ? pathAndQuery : '/'}`
}
