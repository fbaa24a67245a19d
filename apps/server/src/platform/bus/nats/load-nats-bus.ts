// Belongs here: when the client library of NATS is loaded: a server without `--bus` does without it.
import type { NatsBus, NatsBusDeps } from './nats-bus.ts'

/** Rejects with `NatsNotReached` when there is no connection at the start. */
export async function createNatsBus(deps: NatsBusDeps): Promise<NatsBus> {
  const { connectNatsBus } = await import('./nats-bus.ts')
  return await connectNatsBus(deps)
}
