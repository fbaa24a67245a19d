// Rows that come by themselves. The server never speaks on its own on the channel (VCP-026): this is one long request.
import type { VcpMessage } from '@fleetglass/vcp'

type Fields = Readonly<Record<string, string>>

/**
 * Asks for changed rows until further notice. `F` = 1 begins, `F` = 0 ends; a link has one at a time. Every reply carries
 * the `X` of the request that began it, the version of the list in `V`, the
 * ports in `B` (main channel) and `E` (streams), the revision of the event profiles in `P`, and while nothing is recorded the reason in `D`.
 */
export const FOLLOW_ROWS = 'Q14'

/** A link gets at most one message of rows in this time. */
export const PUSH_INTERVAL_MS = 500
/** Nothing changed for so long: an empty message says that the link is still alive. A client without messages can then detect a dead link. */
export const PUSH_SILENCE_MS = 3_000
/** Rows of one message; what is left comes with the next. */
export const PUSH_ROWS_MAX = 5000

export function encodeFollowRows(follow: boolean): Fields {
  return { F: follow ? '1' : '0' }
}

/** `null` for anything but the two. */
export function decodeFollowRows({ F }: Fields): boolean | null {
  return F === '1' ? true : F === '0' ? false : null
}

/** Why the server records nothing: the disk of the recordings is full, or takes no data. */
export type RecordingFault = 'full' | 'failing'

/** Where clients reach the server: the port of the main channel, and that of the streams. */
export interface ClientPorts {
  readonly main: number
  readonly streams: number
}

/** What every message of rows says of the server. */
export interface PushState {
  /** Version of the device list. */
  readonly version: number
  /** `null` while the server records. */
  readonly recordingFault: RecordingFault | null
  /** As they are open now: administrators move them. `null`: the server does not say it. */
  readonly ports: ClientPorts | null
  /** Revision of the event profiles: at another one, names of events are read again. `null`: the server does not say it. */
  readonly eventProfiles: number | null
}

export function encodePushState({ version, recordingFault, ports, eventProfiles }: PushState): Fields {
  return {
    V: String(version),
    ...(recordingFault !== null && { D: recordingFault }),
    ...(ports !== null && { B: String(ports.main), E: String(ports.streams) }),
    ...(eventProfiles !== null && { P: String(eventProfiles) }),
  }
}

/** One reply: rows that changed (none: still alive), or that no more will come. */
export type PushPart =
  | ({ readonly kind: 'rows'; readonly rows: readonly string[] } & PushState)
  | { readonly kind: 'end' }

/** `null` when the server refused. */
export function decodePushPart({ fields }: VcpMessage, payloadText: string): PushPart | null {
  if (fields.R !== '1') return null
  if (payloadText === 'fin') return { kind: 'end' }
  const recordingFault = fields.D === 'full' || fields.D === 'failing' ? fields.D : null
  const rows = payloadText === '' ? [] : payloadText.split('\n')
  return {
    kind: 'rows',
    rows,
    version: Number(fields.V ?? 0),
    recordingFault,
    ports: readPorts(fields),
    eventProfiles: /^\d{1,15}$/.test(fields.P ?? '') ? Number(fields.P) : null,
  }
}

function readPorts({ B = '', E = '' }: Fields): ClientPorts | null {
  const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) > 0
  return isPort(B) && isPort(E) ? { main: Number(B), streams: Number(E) } : null
}
