import type { ConsoleFeature } from '../features/define-console-feature.ts'
import type { BuiltPage } from '../platform/pages/index.ts'
import { featureList } from './feature-list.ts'

type Contributions = Required<Omit<ConsoleFeature, 'name'>>

/** What all features add to one part of the shell, in the order of the list. */
export function contributionsOf<Part extends keyof Contributions>(part: Part): Contributions[Part][number][] {
  return featureList.flatMap((feature) => (feature[part] ?? []) as Contributions[Part][number][])
}

/** The pages this console has. One that is in the table of all pages and not here has no entry, menu or address. */
export const builtPages: readonly BuiltPage[] = contributionsOf('pages')
