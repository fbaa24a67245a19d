import type { VcpMessage } from '@fleetglass/vcp'
import { type LoggedIn, type LoginRequest, NEW_SESSION, type ServerInfo } from './session.schema.ts'

type Fields = Readonly<Record<string, string>>

/** Login: the only message before it. */
export const LOGIN = 'Q02'
/** Version, licence, time zone and stream port. */
export const SERVER_INFO = 'Q01'

/**
 * `session` is the one that the client had; `null`: it wants a new one. Without `S`, as other clients send it, it gets none. `code` is of
 * the second factor.
 */
export function encodeLogin(user: string, passwordHash: string, session: string | null, code?: string): Fields {
  return { U: user, P: passwordHash, S: session ?? NEW_SESSION, ...codeField(code) }
}

export function encodeExternalLogin(externalUser: string, passwordHash: string, code?: string): Fields {
  return { E: externalUser, H: passwordHash, ...codeField(code) }
}

function codeField(code: string | undefined): Fields {
  return code === undefined ? {} : { T: code }
}

/** `null` when a name or hash is missing. User and password count before an external user. */
export function decodeLogin({ U, P, S, E, H, T }: Fields): LoginRequest | null {
  const code = T !== undefined && { code: T }
  if (U !== undefined && P !== undefined)
    return { kind: 'password', user: U, passwordHash: P, session: S ?? null, ...code }
  return E === undefined || H === undefined ? null : { kind: 'external', externalUser: E, passwordHash: H, ...code }
}

export function encodeLoggedIn({ user, permission, access, passwordHash, session, mapCenter }: LoggedIn): Fields {
  const place = mapCenter && { B: String(mapCenter.latDeg), C: String(mapCenter.lngDeg) }
  const own = session !== undefined && { S: session }
  return { A: String(permission), U: user, ...place, P: passwordHash, D: access, ...own }
}

/** `null` when the login was refused or the reply cannot be read: both move the login state to failed. */
export function decodeLoggedIn({ fields }: VcpMessage): LoggedIn | null {
  const { R, A, U, B, C, P, D, S } = fields
  if (R !== '1' || A === undefined || !/^\d+$/.test(A) || U === undefined || P === undefined) return null
  const [latDeg, lngDeg] = [toNumber(B), toNumber(C)]
  const place = latDeg !== null && lngDeg !== null ? { mapCenter: { latDeg, lngDeg } } : {}
  const own = S === undefined ? {} : { session: S }
  return { user: U, permission: Number(A), access: D ?? '', passwordHash: P, ...own, ...place }
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
