import type { HttpEndpoint } from '../platform/http/index.ts'
import type { Offers } from './offers.ts'

/** What a feature adds to the server. Everything in it carries its access policy and its audit description. */
export interface Contribution {
  readonly endpoints?: readonly HttpEndpoint[]
  /** Ends what `start` began. The feature that started last ends first. */
  close?(): Promise<void> | void
}

/** A feature as `app/` sees it: a name, and a start with everything the server offers. */
export interface FeatureModule {
  readonly name: string
  start(offers: Offers): Promise<Contribution>
}

/**
 * Declares a feature: the folder it lives in, which parts of the server it needs, and what it contributes once it has them.
 * `start` receives the parts that `needs` names and no others.
 */
export function defineFeature<const Need extends keyof Offers>(feature: {
  readonly name: string
  readonly needs: readonly Need[]
  start(parts: Pick<Offers, Need>): Contribution | Promise<Contribution>
}): FeatureModule {
  const { name, needs } = feature
  return {
    name,
    async start(offers) {
      const parts = Object.fromEntries(needs.map((need) => [need, offers[need]]))
      return await feature.start(parts as Pick<Offers, Need>)
    },
  }
}
