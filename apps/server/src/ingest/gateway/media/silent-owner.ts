// Belongs here: whose line it may be that says nothing. Does not: when that is asked (media-connection.ts).
import type { Streams } from '../../../ports/live-media/index.ts'
import type { AwaitedTalk, TalkAddress, TalkSessions } from '../../../ports/talk/index.ts'
import type { SessionTable } from '../signalling/session-table.ts'

/** A device that waits to be spoken to. */
export interface SilentOwner extends TalkAddress {
  readonly kind: AwaitedTalk['kind']
  /** Number field of its packets. */
  readonly simRaw: Uint8Array
}

export interface SilentOwnerDeps {
  readonly talkSessions: Pick<TalkSessions, 'awaited'>
  readonly streams: Pick<Streams, 'awaited'>
  readonly sessions: Pick<SessionTable, 'byId' | 'isAlone'>
}

/**
 * Guesses which pending talk a silent connection belongs to. A device that only receives speech sends no packet, so that only the
 * source address identifies it, and vehicles of one carrier share addresses. The guess is made only if no vehicle can receive speech
 * for another one: all talks requested from that address before the connection are of one speaker, and in a talk the address is of
 * one device only. `several`: it cannot be decided.
 */
export function silentOwner(
  { talkSessions, streams, sessions }: SilentOwnerDeps,
  address: string,
  connectedMs: number,
): SilentOwner | 'several' | null {
  const isFromThere = (deviceId: string): boolean => sessions.byId(deviceId)?.transport.address === address
  const asked = [...talkSessions.awaited()].filter((talk) => talk.askedMs <= connectedMs && isFromThere(talk.deviceId))
  const [first] = asked
  if (first === undefined) return null
  if (asked.some(({ speaker }) => speaker !== first.speaker)) return 'several'
  const { kind, deviceId, channel } = first
  if (kind === 'talk' && !sessions.isAlone(address)) return null
  for (const transport of streams.awaited()) if (isFromThere(transport.deviceId)) return null
  const session = sessions.byId(deviceId)
  return session === undefined ? null : { kind, deviceId, channel, simRaw: session.terminal.raw }
}
