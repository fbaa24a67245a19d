import { StartError } from '../../platform/errors/index.ts'

// Belongs here: one port number for connections and datagrams. Does not: what either listener does.

/** A number that is free for connections may be taken for datagrams: how often another one is tried. */
const MAX_TRIES = 20

/**
 * Listens for connections and for datagrams at the same port. Port 0 is any number that is free for both; for another one
 * that cannot be had it rejects with the sentence of the listener.
 */
export async function listenBoth<Tcp extends { readonly port: number; close(): Promise<void> }, Udp>(
  port: number,
  listen: { tcp(port: number): Promise<Tcp>; udp(port: number): Promise<Udp> },
): Promise<{ readonly tcp: Tcp; readonly udp: Udp }> {
  for (let tries = 1; ; tries++) {
    const tcp = await listen.tcp(port)
    try {
      return { tcp, udp: await listen.udp(tcp.port) }
    } catch (error) {
      await tcp.close()
      if (port !== 0 || tries === MAX_TRIES || !(error instanceof StartError)) throw error
    }
  }
}
