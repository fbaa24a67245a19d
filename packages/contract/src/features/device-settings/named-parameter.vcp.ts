// One field of the record of a device by its name, for clients that know no JSON.
import { AppError } from '../../errors/index.ts'
import { type SettingsChange, settingsChangeSchema } from './device-settings.wire.ts'

/** Sets one field: device in `A`, the name in `N`, the value in `V` (VCP-117, VCP-118). */
export const SET_PARAMETER = 'D16'

export type NamedParameter =
  | { readonly ok: true; readonly deviceId: string; readonly change: SettingsChange }
  | { readonly ok: false; readonly error: AppError }

/** `V` is the text of the value, of a limit also `flag,maxnetflow` (API2-073). */
export function decodeParameter({ A = '', N = '', V = '' }: Readonly<Record<string, string>>): NamedParameter {
  const [, flag, kb] = (N === 'netlimit' && /^([01]),(\d{1,13})$/.exec(V)) || []
  if (flag !== undefined) return read(A, { netlimit: Number(flag), maxnetflow: Number(kb) })
  const asText = read(A, { [N]: V })
  return asText.ok || !/^-?\d{1,15}$/.test(V) ? asText : read(A, { [N]: Number(V) })
}

function read(deviceId: string, change: Readonly<Record<string, string | number>>): NamedParameter {
  const parsed = settingsChangeSchema.safeParse(change)
  if (parsed.success) return { ok: true, deviceId, change: parsed.data }
  const [issue] = parsed.error.issues
  const name = Object.keys(change)[0]?.slice(0, 40) ?? ''
  if (issue?.code === 'unrecognized_keys') return { ok: false, error: new AppError('unknown-parameter', { name }) }
  return { ok: false, error: new AppError('invalid-field', { field: name, reason: issue?.message ?? '' }) }
}
