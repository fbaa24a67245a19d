// Belongs here: whose line it may be that says nothing. Does not: when that is asked (media-connection.ts).
import type { Streams } from '../../../ports/live-media/index.ts'
import type { AwaitedVoice, VoiceAddress, Voices } from '../../../ports/talk/index.ts'
import type { SessionTable } from '../signalling/session-table.ts'

/** A device that waits to be spoken to. */
export interface SilentOwner extends VoiceAddress {
  readonly kind: AwaitedVoice['kind']
  /** Number field of its packets. */
  readonly simRaw: Uint8Array
}

export interface SilentOwnerDeps {
  readonly voices: Pick<Voices, 'awaited'>
  readonly streams: Pick<Streams, 'awaited'>
  readonly sessions: Pick<SessionTable, 'byId' | 'isAlone'>
}

/**
 * A device that is only spoken to sends no packet: nothing but the address tells whose line it is, and vehicles of one carrier
 * share theirs. So it is only taken where nobody can hear what was not meant for him: all that was asked from there before the
 * line came is of one speaker, and in a talk the address is of one device alone. `several`: it can never be told.
 */
export function silentOwner(
  { voices, streams, sessions }: SilentOwnerDeps,
  address: string,
  connectedMs: number,
): SilentOwner | 'several' | null {
  const isFromThere = (deviceId: string): boolean => sessions.byId(deviceId)?.line.address === address
  const asked = [...voices.awaited()].filter((voice) => voice.askedMs <= connectedMs && isFromThere(voice.deviceId))
  const [first] = asked
  if (first === undefined) return null
  if (asked.some(({ speaker }) => speaker !== first.speaker)) return 'several'
  const { kind, deviceId, channel } = first
  if (kind === 'talk' && !sessions.isAlone(address)) return null
  for (const line of streams.awaited()) if (isFromThere(line.deviceId)) return null
  const session = sessions.byId(deviceId)
  return session === undefined ? null : { kind, deviceId, channel, simRaw: session.terminal.raw }
}
