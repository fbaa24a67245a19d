import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where an app lists its features. */
export interface FeatureList {
  /** The file with the one line of each feature. */
  readonly file: string
  /** The composition, which knows features by that list alone. */
  readonly app: string
  /** Where a feature declares what it contributes, `NAME` standing for the feature. */
  readonly module: string
  /** The file of a feature that the list imports. */
  readonly entry: string
  /** Features that the composition starts with, before it reads the list: it may import them elsewhere too. */
  readonly early?: readonly string[]
  /** Features that are shown instead of what the list is for. */
  readonly instead?: readonly string[]
}

export const serverList: FeatureList = {
  file: 'apps/server/src/app/feature-list.ts',
  app: 'apps/server/src/app',
  module: 'apps/server/src/features/NAME/NAME.module.ts',
  entry: '/features/NAME/index.ts',
}

export const consoleList: FeatureList = {
  file: 'apps/console/src/app/feature-list.ts',
  app: 'apps/console/src/app',
  module: 'apps/console/src/features/NAME/NAME.module.ts',
  entry: '/features/NAME/NAME.module.ts',
  // The login page loads before the shell, whose code has the list.
  early: ['session'],
  // Pages of their own windows, which have no shell.
  instead: ['monitors', 'stand-alone'],
}

/** What is wrong with how one feature is wired: its module, its line in the list, and wiring elsewhere. */
export function wiringProblems(base: string, name: string, list: FeatureList): string[] {
  const { file, app, module, entry, early = [], instead = [] } = list
  if (instead.includes(name)) return []
  const problems: string[] = []
  const modulePath = module.replaceAll('NAME', name)
  if (!existsSync(join(base, modulePath))) problems.push(`${name}: ${modulePath} is missing`)
  else if (!readFileSync(join(base, modulePath), 'utf8').includes(`name: '${name}'`))
    problems.push(`${name}: ${modulePath} declares no feature of this name`)
  const imports = importsOf(readFileSync(join(base, file), 'utf8'), `${entry.replaceAll('NAME', name)}'`)
  if (imports !== 1) problems.push(`${name}: ${file} imports it ${imports} times, and once is right`)
  if (early.includes(name)) return problems
  for (const other of sources(base, app)) {
    if (other !== file && importsOf(readFileSync(join(base, other), 'utf8'), `/features/${name}/`) > 0)
      problems.push(`${name}: ${other} wires it by hand; what it contributes belongs into ${modulePath}`)
  }
  return problems
}

function importsOf(text: string, path: string): number {
  return text.split(path).length - 1
}

function sources(base: string, folder: string): string[] {
  return readdirSync(join(base, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /[.]tsx?$/.test(path) && !/[.](test|fixtures|environment)[.]tsx?$/.test(path))
    .map((path) => `${folder}/${path}`)
}
