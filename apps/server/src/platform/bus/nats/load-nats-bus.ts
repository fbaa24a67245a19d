// Belongs here: when the client library of NATS is loaded: a server without `--bus` does without it.
import type { NatsBus, NatsBusDeps } from './nats-bus.ts'

/** Without a connection at the start the bus begins later. Rejects with `NatsNotReached` for what no waiting mends. */
export async function createNatsBus(deps: NatsBusDeps): Promise<NatsBus> {
  const { connectNatsBus } = await import('./nats-bus.ts')
  const { NatsAway } = await import('./nats-connection.ts')
  const { LateNatsBus } = await import('./late-nats-bus.ts')
  const connect = () => connectNatsBus(deps)
  return await connect().catch((error: unknown) => {
    if (!(error instanceof NatsAway)) throw error
    return new LateNatsBus(deps, connect, error.message)
  })
}
