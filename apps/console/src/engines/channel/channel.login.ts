import { decodeLoggedIn, encodeLogin, LOGIN } from '@fleetglass/contract/session'
import type { VcpMessage } from '@fleetglass/vcp'
import type { Credentials, Session } from './channel.machine.ts'
import type { ChannelRequest } from './channel.requests.ts'

/** VCP-028 … VCP-030. */
export function loginRequest({ user, passwordHash }: Credentials): ChannelRequest {
  return { code: LOGIN, fields: encodeLogin(user, passwordHash) }
}

/** VCP-033 … VCP-038: what an accepted login grants; null when the reply cannot be read, which counts as refused. */
export function readSession(reply: VcpMessage): Session | null {
  const granted = decodeLoggedIn(reply)
  if (!granted) return null
  const { user, permission, access, passwordHash, mapCenter } = granted
  return {
    userName: user,
    rights: { permission, access },
    passwordHash,
    mapCenter: mapCenter ? { lat: mapCenter.latDeg, lng: mapCenter.lngDeg } : null,
  }
}
