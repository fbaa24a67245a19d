import { DEFAULT_STREAM_PORT } from '@fleetglass/contract/streams'
import { useMemo } from 'react'
import { useChannelState, useSession } from '../channel/index.ts'
import { useFleetState } from '../fleet/index.ts'
import type { StreamServer } from './player.types.ts'

/** Where the streams of this session are, and who asks (STRM-16): the server's port, or the default until it has said it. */
export function useStreamServer(): StreamServer {
  const { userName: user, passwordHash } = useSession()
  const port = useFleetState((state) => state.server?.streamPort) ?? DEFAULT_STREAM_PORT
  const target = useChannelState((state) => ('target' in state ? state.target : null))
  const host = target?.host ?? window.location.hostname
  const secure = target?.secure ?? window.location.protocol === 'https:'
  return useMemo(() => ({ host, port, secure, user, passwordHash }), [host, port, secure, user, passwordHash])
}
