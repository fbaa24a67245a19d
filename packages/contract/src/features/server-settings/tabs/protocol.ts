import { z } from 'zod'
import { ruleMessage } from '../../../errors/index.ts'
import { protocolPath } from '../../session/index.ts'
import { numberField, switchField } from '../field-rules.ts'
import { type FieldFault, settingsCall } from '../settings-call.ts'

export const STREAMING_PORTS_MAX = 10

const PORT_MAX = 65_535
/** 0: nothing is opened. */
const listenerPort = numberField(0, PORT_MAX)
/** An input that may be left empty. */
const listenerPortOrNone = z.union(
  [z.literal('').transform(() => 0), listenerPort],
  ruleMessage('not-number', { min: 0, max: PORT_MAX }),
)

/** The fields of the tab that are one port each. */
const portNames = ['heartbeat', 'appcommand', 'http', 'https'] as const

/**
 * SET-009 to SET-028: the ports of the server. `GET` of the same path answers anyone with the ports that are open; `POST` reads what was
 * saved.
 */
export const protocolCall = settingsCall({
  path: protocolPath,
  read: 'POST',
  fields: z.object({
    heartbeat: listenerPort,
    appcommand: listenerPort,
    http: listenerPort,
    https: listenerPortOrNone,
    /** The first is the one that clients use (SET-014). Rows that are empty or 0 are dropped when they are saved (SET-023). */
    streamings: z
      .array(listenerPortOrNone, ruleMessage('not-ports'))
      .max(STREAMING_PORTS_MAX, ruleMessage('too-many', { most: STREAMING_PORTS_MAX })),
    sslonly: switchField,
    disablelivestream: switchField,
  }),
  faults({ streamings, sslonly, ...fields }) {
    const ports = portNames.map((field): NamedPort => ({ field, port: fields[field] }))
    const streams = streamings.map((port, at): NamedPort => ({ field: `streamings.${at}`, port }))
    return [...equalPorts(ports), ...busyStreams(streams, ports), ...withoutHttps(fields.http, fields.https, sslonly)]
  },
  sent: ({ streamings, ...fields }) => {
    const open = openStreams(Array.isArray(streamings) ? streamings : [])
    // API2-009: older clients read the first one alone.
    return { ...fields, streamings: open, streaming: open[0] ?? 0 }
  },
  received: ({ streaming, ...fields }) =>
    streaming === undefined || 'streamings' in fields ? fields : { ...fields, streamings: [streaming] },
})

interface NamedPort {
  readonly field: string
  readonly port: number
}

/** Without the rows that are empty or 0. */
export function openStreams<Port>(streamings: readonly Port[]): Port[] {
  return streamings.filter((port) => Number(port) !== 0)
}

/** SET-020, and `https`, which shares the machine with them: only where it is on. */
function equalPorts(ports: readonly NamedPort[]): FieldFault[] {
  return ports.flatMap(({ field, port }) => {
    const other = ports.find((one) => one.field !== field && one.port === port)
    if (other === undefined || (port === 0 && [field, other.field].includes('https'))) return []
    return [{ field, reason: ruleMessage('same-port', { other: other.field }) }]
  })
}

/** SET-021, SET-023: each stream port has a number of its own. Datagrams of `heartbeat` are in nobody's way. */
function busyStreams(streams: readonly NamedPort[], ports: readonly NamedPort[]): FieldFault[] {
  const used = ports.filter(({ field }) => field !== 'heartbeat')
  return streams.flatMap(({ field, port }, at) => {
    if (port === 0) return []
    const other = [...used, ...streams.slice(0, at)].find((one) => one.port === port)
    return other === undefined ? [] : [{ field, reason: ruleMessage('same-port', { other: other.field }) }]
  })
}

/** SET-024: what leaves a way in. Whether https really answers is known to the server alone. */
function withoutHttps(http: number, https: number, sslonly: boolean): FieldFault[] {
  if (https !== 0) return []
  return [
    ...(http === 0 ? [{ field: 'http', reason: ruleMessage('https-off') }] : []),
    ...(sslonly ? [{ field: 'sslonly', reason: ruleMessage('needs-https') }] : []),
  ]
}

/** `GET`: for administrators, how the listeners stand. */
export const listenersPath = '/gkserver/protocol/listeners'

export const listenerNames = [...portNames, 'streamings'] as const
export type ListenerName = (typeof listenerNames)[number]

/** Why a port cannot be opened. `own`: another listener of this server has it. */
export const portFailures = ['in-use', 'own', 'not-allowed', 'failed'] as const

export const listenersSchema = z.object({
  listeners: z.array(
    z.object({
      name: z.enum(listenerNames),
      /** Those that are open, the first of the saved ones first. */
      open: z.array(z.number()),
      /** Those that were saved and cannot be opened. The ones before stay open meanwhile. */
      failed: z.array(z.object({ port: z.number(), reason: z.enum(portFailures) })),
    }),
  ),
})
export type ListenerState = z.infer<typeof listenersSchema>['listeners'][number]
