import {
  type DeviceRow,
  decodeListPart,
  decodeRow,
  type ExtraInfo,
  extraInfosSchema,
} from '@fleetglass/contract/devices'
import type { VcpMessage } from '@fleetglass/vcp'

export interface ReadRow {
  /** The row as it came: equal texts are equal devices. */
  readonly text: string
  readonly row: DeviceRow
}

/** Reads the rows of one part of a list; one that cannot be read is skipped with a reason (VCP-096). */
export function readRows(message: VcpMessage): { readonly rows: ReadRow[]; readonly skipped: string[] } {
  const part = decodeListPart(message, payloadText(message))
  const rows: ReadRow[] = []
  const skipped: string[] = []
  for (const text of part?.kind === 'rows' ? part.rows : []) {
    const read = decodeRow(text)
    if (read.ok) rows.push({ text, row: read.value })
    else skipped.push(read.reason)
  }
  return { rows, skipped }
}

/** The version of the list if this message ends it, else null. */
export function listEnd(message: VcpMessage): number | null {
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
