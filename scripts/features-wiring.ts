import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where an app lists its features. */
export interface FeatureList {
  /** The file with the one line of each feature. */
  readonly file: string
  /** The composition, which knows features by that list alone. */
  readonly app: string
  /** What the folder of a feature must have for it, `NAME` standing for the feature. */
  readonly module: string
}

export const serverList: FeatureList = {
  file: 'apps/server/src/app/feature-list.ts',
  app: 'apps/server/src/app',
  module: 'apps/server/src/features/NAME/NAME.module.ts',
}

/** What is wrong with how one feature is wired: its module, its line in the list, and wiring elsewhere. */
export function wiringProblems(base: string, name: string, { file, app, module }: FeatureList): string[] {
  const problems: string[] = []
  const modulePath = module.replaceAll('NAME', name)
  if (!existsSync(join(base, modulePath))) problems.push(`${name}: ${modulePath} is missing`)
  const imports = importsOf(readFileSync(join(base, file), 'utf8'), name)
  if (imports !== 1) problems.push(`${name}: ${file} imports it ${imports} times, and once is right`)
  for (const other of sources(base, app)) {
    if (other !== file && importsOf(readFileSync(join(base, other), 'utf8'), name) > 0)
      problems.push(`${name}: ${other} wires it by hand; what it contributes belongs into ${modulePath}`)
  }
  return problems
}

function importsOf(text: string, name: string): number {
  return text.split(`/features/${name}/index.ts'`).length - 1
}

function sources(base: string, folder: string): string[] {
  return readdirSync(join(base, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /[.]tsx?$/.test(path) && !/[.](test|fixtures|environment)[.]tsx?$/.test(path))
    .map((path) => `${folder}/${path}`)
}
