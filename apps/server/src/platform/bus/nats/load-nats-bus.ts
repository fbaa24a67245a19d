// Belongs here: when the client library of NATS is loaded: a server without `--bus` does without it.
import type { NatsBus, NatsBusDeps } from './nats-bus.ts'

/** When nobody answers, resolves with a bus that goes on trying. Rejects with `NatsUnusable` when another try cannot help. */
export async function createNatsBus(deps: NatsBusDeps): Promise<NatsBus> {
  const { connectNatsBus } = await import('./nats-bus.ts')
  const { NatsNotReached } = await import('./nats-connection.ts')
  const { LateNatsBus } = await import('./late-nats-bus.ts')
  const connect = () => connectNatsBus(deps)
  return await connect().catch((error: unknown) => {
    if (!(error instanceof NatsNotReached)) throw error
    return new LateNatsBus(deps, connect, error.message)
  })
}
