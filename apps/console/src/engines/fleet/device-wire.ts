import {
  type DeviceRow,
  decodeListPart,
  decodePushPart,
  decodeRow,
  type ExtraInfo,
  extraInfosSchema,
  LIST_END,
  type PushState,
} from '@fleetglass/contract/devices'
import type { VcpMessage } from '@fleetglass/vcp'

export interface ReadRow {
  /** The row as it came: equal texts are equal devices. */
  readonly text: string
  readonly row: DeviceRow
}

/** The row that is known of a device. */
export type Known = (deviceId: string) => ReadRow | undefined

export interface ReadRows {
  readonly rows: readonly ReadRow[]
  readonly skipped: readonly string[]
}

/** Reads the rows of one part of a list; one that cannot be read is skipped with a reason (VCP-096). */
export function readRows(message: VcpMessage, known: Known): ReadRows {
  const part = decodeListPart(message, payloadText(message))
  return readTexts(part?.kind === 'rows' ? part.rows : [], known)
}

/** Pushed rows with the version of the list and whether the server records; null when no more will come. */
export function readPushed(message: VcpMessage, known: Known): (ReadRows & PushState) | null {
  const part = decodePushPart(message, payloadText(message))
  if (part?.kind !== 'rows') return null
  const { rows, version, recordingFault, ports, eventProfiles } = part
  return { ...readTexts(rows, known), version, recordingFault, ports, eventProfiles }
}

/** Whether this message ends the pushed rows. */
export function pushEnds(message: VcpMessage): boolean {
  if ((message.payload?.length ?? 0) > LIST_END.length) return false
  return decodePushPart(message, payloadText(message))?.kind !== 'rows'
}

function readTexts(texts: readonly string[], known: Known): ReadRows {
  const rows: ReadRow[] = []
  const skipped: string[] = []
  for (const text of texts) {
    const old = known(text.slice(0, text.indexOf('\t')))
    if (old?.text === text) {
      rows.push(old)
      continue
    }
    const read = decodeRow(text)
    if (read.ok) rows.push({ text, row: read.value })
    else skipped.push(read.reason)
  }
  return { rows, skipped }
}

/** The version of the list if this message ends it, else null. */
export function listEnd(message: VcpMessage): number | null {
  // Rows are read once, where they are taken.
  if (message.payload?.length !== LIST_END.length) return null
  const part = decodeListPart(message, payloadText(message))
  return part?.kind === 'end' ? part.version : null
}

/** Extra information by device id; null when the reply is not of the agreed shape. */
export function readExtras(message: VcpMessage): ReadonlyMap<string, ExtraInfo> | null {
  try {
    const parsed = extraInfosSchema.safeParse(JSON.parse(payloadText(message)))
    return parsed.success ? new Map(Object.entries(parsed.data)) : null
  } catch {
    return null
  }
}

function payloadText({ payload }: VcpMessage): string {
  return payload ? new TextDecoder().decode(payload) : ''
}
