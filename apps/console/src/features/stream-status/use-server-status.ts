import { SERVER_STATUS, type ServerStatus, serverStatusSchema } from '@fleetglass/contract/devices'
import { askChannel, useChannel } from '../../engines/channel/index.ts'
import { usePolledQuery } from '../../platform/queries/index.ts'

/** SHELL-102. */
const RELOAD_MS = 5_000

/** The status of the server, requested again every 5 s while it is on screen. */
export function useServerStatus() {
  const channel = useChannel()
  return usePolledQuery({
    queryKey: ['server-status'],
    queryFn: async () => {
      const { payload } = await askChannel(channel, { code: SERVER_STATUS })
      return readStatus(payload)
    },
    everyMs: RELOAD_MS,
  })
}

function readStatus(payload: Uint8Array | undefined): ServerStatus {
  try {
    return serverStatusSchema.parse(JSON.parse(new TextDecoder().decode(payload)))
  } catch (cause) {
    throw new Error('the answer cannot be read', { cause })
  }
}
