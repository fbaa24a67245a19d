import type { Rights } from '@fleetglass/contract/access'
import { decodeLoggedIn, encodeExternalLogin, encodeLogin, LOGIN } from '@fleetglass/contract/session'
import type { VcpMessage } from '@fleetglass/vcp'
import type { Credentials, Session } from './channel.machine.ts'
import type { ChannelRequest } from './channel.requests.ts'

/** VCP-028 … VCP-031. */
export function loginRequest(credentials: Credentials): ChannelRequest {
  const { passwordHash, code } = credentials
  const fields =
    'user' in credentials
      ? encodeLogin(credentials.user, passwordHash, credentials.session ?? null, code)
      : encodeExternalLogin(credentials.externalUser, passwordHash, code)
  return { code: LOGIN, fields }
}

/** VCP-033 … VCP-038: what an accepted login grants; null when the reply cannot be read, which counts as refused. */
export function readSession(reply: VcpMessage, onSite: (rights: Rights) => Rights = all): Session | null {
  const granted = decodeLoggedIn(reply)
  if (!granted) return null
  const { user, permission, access, passwordHash, session = null, mapCenter } = granted
  return {
    userName: user,
    rights: onSite({ permission, access }),
    passwordHash: session ?? passwordHash,
    ownHash: passwordHash,
    token: session,
    mapCenter: mapCenter ? { lat: mapCenter.latDeg, lng: mapCenter.lngDeg } : null,
  }
}

const all = (rights: Rights): Rights => rights
