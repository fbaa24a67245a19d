import type { VcpMessage } from '@fleetglass/vcp'
import type { LoggedIn, LoginRequest, ServerInfo } from './session.schema.ts'

type Fields = Readonly<Record<string, string>>

/** Login: the only message before it. */
export const LOGIN = 'Q02'
/** Version, licence, time zone and stream port. */
export const SERVER_INFO = 'Q01'

export function encodeLogin(user: string, passwordHash: string): Fields {
  return { U: user, P: passwordHash }
}

export function encodeExternalLogin(externalUser: string, passwordHash: string): Fields {
  return { E: externalUser, H: passwordHash }
}

/** `null` when a name or hash is missing. User and password count before an external user. */
export function decodeLogin({ U, P, E, H }: Fields): LoginRequest | null {
  if (U !== undefined && P !== undefined) return { kind: 'password', user: U, passwordHash: P }
  return E === undefined || H === undefined ? null : { kind: 'external', externalUser: E, passwordHash: H }
}

export function encodeLoggedIn({ user, permission, access, passwordHash, mapCenter }: LoggedIn): Fields {
  const place = mapCenter && { B: String(mapCenter.latDeg), C: String(mapCenter.lngDeg) }
  return { A: String(permission), U: user, ...place, P: passwordHash, D: access }
}

/** `null` when the login was refused or the reply cannot be read: both move the login state to failed. */
export function decodeLoggedIn({ fields }: VcpMessage): LoggedIn | null {
  const { R, A, U, B, C, P, D } = fields
  if (R !== '1' || A === undefined || !/^\d+$/.test(A) || U === undefined || P === undefined) return null
  const [latDeg, lngDeg] = [toNumber(B), toNumber(C)]
  const place = latDeg !== null && lngDeg !== null ? { mapCenter: { latDeg, lngDeg } } : {}
  return { user: U, permission: Number(A), access: D ?? '', passwordHash: P, ...place }
}

export function encodeServerInfo(info: ServerInfo): Fields {
  return {
    A: info.version,
    B: String(info.maxLicence),
    C: String(info.expiresS),
    D: String(info.timeZoneHours),
    ...(info.streamPort !== null && { E: String(info.streamPort) }),
  }
}

/** `null` when the server refused. */
export function decodeServerInfo({ fields }: VcpMessage): ServerInfo | null {
  const { R, A, B, C, D, E } = fields
  if (R !== '1') return null
  return {
    version: A ?? '',
    maxLicence: toNumber(B) ?? 0,
    expiresS: toNumber(C) ?? 0,
    timeZoneHours: toNumber(D) ?? 0,
    streamPort: toPort(E),
  }
}

/** An invalid port is treated as missing: the caller has another way to find it. */
function toPort(text: string | undefined): number | null {
  const port = toNumber(text)
  return port !== null && Number.isInteger(port) && port >= 1 && port <= 65_535 ? port : null
}

function toNumber(text: string | undefined): number | null {
  return text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null
}
