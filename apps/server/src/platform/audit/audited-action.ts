// Belongs here: what the audit description of an endpoint says about its rows.

export type AuditTransport = 'http' | 'channel' | 'stream' | 'socket' | 'server'

/** An endpoint as the audit log sees it; made once, when the endpoint is registered. */
export interface AuditedAction {
  readonly transport: AuditTransport
  /** Name of the endpoint: `PUT /gkserver/passwd`, `D02`, `/ws.cgi?type=lopb`. */
  readonly key: string
  /** Whether a call of it can change something. */
  readonly changes: boolean
  /** Field of the parameters with the device that the call is about. */
  readonly deviceField: string | null
  /** Fields that the description names. */
  readonly fields: readonly string[]
}

/** The first word of a description whose calls change nothing. Every other one is the description of a change. */
const readingVerbs: ReadonlySet<string> = new Set([
  'Read',
  'Followed',
  'Watched',
  'Played',
  'Downloaded',
  'Listened',
  'Checked',
  'Compared',
])

export function auditedAction(transport: AuditTransport, key: string, description: string): AuditedAction {
  const [verb = ''] = description.split(' ', 1)
  return {
    transport,
    key,
    changes: !readingVerbs.has(verb),
    deviceField: /\bdevice \{(\w+)\}/.exec(description)?.[1] ?? null,
    fields: [...description.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field),
  }
}
