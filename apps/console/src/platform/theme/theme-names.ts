/** SHELL-118: the selectable themes, in the order of the picker. */
export const themeNames = [
  'default',
  'cerulean',
  'cosmo',
  'darkly',
  'flatly',
  'journal',
  'litera',
  'lumen',
  'materia',
  'minty',
  'pulse',
  'sandstone',
  'simplex',
  'solar',
  'spacelab',
  'superhero',
  'united',
  'yeti',
] as const

export type ThemeName = (typeof themeNames)[number]

const darkThemes: ReadonlySet<string> = new Set<ThemeName>(['darkly', 'solar', 'superhero'])

/** Light or dark decides what the map and the video tiles draw beneath themselves. */
export function themeTone(name: ThemeName): 'light' | 'dark' {
  return darkThemes.has(name) ? 'dark' : 'light'
}

/** The stored name if it is one of ours, else the default. */
export function parseThemeName(stored: string | null): ThemeName {
  return themeNames.find((name) => name === stored) ?? 'default'
}
