import type { ChannelMessage } from '../platform/channel/index.ts'
import type { HttpEndpoint } from '../platform/http/index.ts'
import type { Job } from '../platform/scheduler/index.ts'
import type { SocketRoute } from '../platform/ws/index.ts'
import type { FleetStreamKind, StreamKind } from '../services/viewers/index.ts'
import type { Offers } from './offers.ts'

/** What a feature adds to the server. Everything in it carries its access policy and its audit description. */
export interface Contribution {
  readonly endpoints?: readonly HttpEndpoint[]
  /** Of the main channel. */
  readonly messages?: readonly ChannelMessage[]
  /** Kinds of `ws.cgi`: by the `type` of the address, those of the whole fleet by what stands for the device. */
  readonly streams?: Readonly<Record<string, StreamKind | FleetStreamKind>>
  /** WebSockets of its own by their path, on the ports of the web and of the main channel. */
  readonly sockets?: Readonly<Record<string, SocketRoute>>
  /** Work that recurs, run by the scheduler until the feature ends: once for all servers that share a database. */
  readonly jobs?: readonly Job[]
  /** Sends the last commands to devices when the server stops: they are still connected. */
  beforeDisconnect?(): Promise<void> | void
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
