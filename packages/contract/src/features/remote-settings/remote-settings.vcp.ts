import { confirmRemoteSchema } from './remote-settings.http.ts'

/** VCP-114: the settings of the device in `A`, as the JSON object that the HTTP call answers. */
export const READ_REMOTE = 'D13'
/** VCP-120: whether the device in `A` has taken over the settings that `N` names, with commas. */
export const CONFIRM_REMOTE = 'D17'

/** The names as `keys`, or what is wrong with them. */
export function decodeConfirmRemote({ N = '' }: Readonly<Record<string, string>>) {
  return confirmRemoteSchema.safeParse({ keys: N.split(',').map((name) => name.trim()) })
}
