import type { Contribution, FeatureModule } from '../features/define-feature.ts'
import type { Offers } from '../features/offers.ts'
import type { Shutdown } from '../platform/shutdown/index.ts'

/** Starts the modules in the order of the list. They end in the reverse order, before what they were offered. */
export async function startModules(
  modules: readonly FeatureModule[],
  offers: Offers,
  shutdown: Shutdown,
): Promise<readonly Contribution[]> {
  const contributions: Contribution[] = []
  for (const { name, start } of modules) {
    const contribution = await start(offers)
    shutdown.add(name, () => contribution.close?.())
    contributions.push(contribution)
  }
  return contributions
}
