// Belongs here: what the stream log has of an open stream. Does not: when its rows are written (services/stream-log).
import type { StreamLog } from '../stream-log/index.ts'
import type { AnyKind, FleetStreamCall } from './stream-kinds.types.ts'

/** The uses of one stream: another device ends the rows of the one before. */
export function logUses(
  log: Pick<StreamLog, 'begin'>,
  stream: { readonly user: string; readonly kind: AnyKind; readonly query: URLSearchParams },
): Pick<FleetStreamCall, 'watches'> {
  let open: readonly { end(): void }[] = []
  return {
    watches(shown) {
      for (const use of open) use.end()
      open = []
      const logged = stream.kind.logged?.(stream.query)
      if (shown === null || logged === undefined) return
      const { device, channel } = shown
      const channels = logged.channels ?? [channel]
      open = channels.map((number) => log.begin({ kind: logged.kind, user: stream.user, device, channel: number }))
    },
  }
}
