import { isFirmwareUrl } from './firmware-updates.http.ts'

type Fields = Readonly<Record<string, string>>

/**
 * Starts a firmware update (VCP-107): the device in `A`, the address in `L`, user and password for it in `U` and `P`, which may be left out.
 * Answered when the device has confirmed the command; an address of the store is replaced by one for this update alone.
 */
export const UPDATE_FIRMWARE = 'D10'
/** Reads version and status (VCP-109): the device in `A`, empty for all; the payload is the JSON of `deviceFirmwaresSchema`. */
export const FIRMWARE_STATUS = 'D11'

/** Bytes of a user name or a password in the command. */
export const FIRMWARE_LOGIN_MAX = 64

export interface FirmwareOrder {
  readonly deviceId: string
  readonly url: string
  readonly user: string
  readonly password: string
}

export function encodeFirmwareOrder({ deviceId, url, user, password }: FirmwareOrder): Fields {
  return { A: deviceId, L: url, ...(user !== '' && { U: user }), ...(password !== '' && { P: password }) }
}

/** `url` and `login`: what cannot be sent to a device. */
export function decodeFirmwareOrder({ A = '', L = '', U = '', P = '' }: Fields): FirmwareOrder | 'url' | 'login' {
  const url = L.trim()
  // What surrounds an address is not part of it, but a line break is never typed.
  if (/[\r\n]/.test(L) || !isFirmwareUrl(url)) return 'url'
  if (!isLogin(U) || !isLogin(P)) return 'login'
  return { deviceId: A, url, user: U, password: P }
}

function isLogin(text: string): boolean {
  return text.length <= FIRMWARE_LOGIN_MAX && !/[\p{C};]/u.test(text)
}
