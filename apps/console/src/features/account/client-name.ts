/** Browser and system in a `User-Agent`, such as `Firefox, Windows`; what is no browser is named by its first word. */
export function clientName(userAgent: string): string {
  const browser = named(userAgent, browsers)
  if (browser === undefined) return userAgent.split(' ')[0] ?? ''
  const system = named(userAgent, systems)
  return system === undefined ? browser : `${browser}, ${system}`
}

/** In this order, because each browser also names those that it resembles. */
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

function named(userAgent: string, names: readonly (readonly [mark: string, name: string])[]): string | undefined {
  return names.find(([mark]) => userAgent.includes(mark))?.[1]
}
