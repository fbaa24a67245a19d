import type { VcpMessage } from '@fleetglass/vcp'
import type { Credentials, Session } from './channel.machine.ts'
import type { ChannelRequest } from './channel.requests.ts'

/** VCP-028 … VCP-030. */
export function loginRequest({ user, passwordHash }: Credentials): ChannelRequest {
  return { code: 'Q02', fields: { U: user, P: passwordHash } }
}

/** VCP-033 … VCP-038: what an accepted login grants. */
export function readSession(reply: VcpMessage, credentials: Credentials): Session {
  const { A, B, C, D, P, U } = reply.fields
  const permission = Number.parseInt(A ?? '', 10)
  return {
    userName: U || credentials.user,
    rights: {
      // Without a readable number the least is granted, never the most.
      permission: Number.isInteger(permission) && permission >= 0 ? permission : Number.MAX_SAFE_INTEGER,
      access: D ?? '',
    },
    passwordHash: P || credentials.passwordHash,
    mapCenter: readPlace(B, C),
  }
}

function readPlace(lat: string | undefined, lng: string | undefined): { lat: number; lng: number } | null {
  if (!lat || !lng) return null
  const place = { lat: Number(lat), lng: Number(lng) }
  return Math.abs(place.lat) <= 90 && Math.abs(place.lng) <= 180 ? place : null
}
