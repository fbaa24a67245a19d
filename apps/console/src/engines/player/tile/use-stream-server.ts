import { DEFAULT_STREAM_PORT } from '@fleetglass/contract/streams'
import { useMemo } from 'react'
import { useChannelState, useSession } from '../../channel/index.ts'
import { useFleetState } from '../../fleet/index.ts'
import type { StreamServer } from '../player.types.ts'

/**
 * Where the streams of this session are, and of which user (STRM-16). The port is the one that the server reported to this session, else
 * the one that it reports before the login, else the default (ENT-059).
 */
export function useStreamServer(): StreamServer {
  const { userName: user, ownHash: passwordHash } = useSession()
  const target = useChannelState((state) => ('target' in state ? state.target : null))
  const reported = useFleetState((state) => state.server?.streamPort ?? null)
  const port = reported ?? target?.streamPort ?? DEFAULT_STREAM_PORT
  const host = target?.host ?? window.location.hostname
  const secure = target?.secure ?? window.location.protocol === 'https:'
  return useMemo(() => ({ host, port, secure, user, passwordHash }), [host, port, secure, user, passwordHash])
}
