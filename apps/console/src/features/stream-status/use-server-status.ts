import { SERVER_STATUS, type ServerStatus, serverStatusSchema } from '@fleetglass/contract/devices'
import { useEffect, useState } from 'react'
import { useChannel } from '../../engines/channel/index.ts'
import { useClock } from '../../platform/preferences/index.ts'

/** SHELL-102. */
const reloadMs = 5000

export type StatusView =
  | { readonly kind: 'asking' }
  | { readonly kind: 'here'; readonly status: ServerStatus }
  | { readonly kind: 'failed'; readonly reason: string }

/** The status of the server, asked for at once and then 5 s after each answer, as long as somebody looks. */
export function useServerStatus(): StatusView {
  const channel = useChannel()
  const clock = useClock()
  const [view, setView] = useState<StatusView>({ kind: 'asking' })
  useEffect(() => {
    let stop = () => {}
    let watching = true
    const ask = async (): Promise<void> => {
      const reply = await channel.request({ code: SERVER_STATUS })
      if (!watching) return
      setView(reply.ok ? readStatus(reply.message.payload) : { kind: 'failed', reason: reply.reason })
      const timer = clock.after(reloadMs, () => void ask())
      stop = () => timer.cancel()
    }
    void ask()
    return () => {
      watching = false
      stop()
    }
  }, [channel, clock])
  return view
}

function readStatus(payload: Uint8Array | undefined): StatusView {
  try {
    const read = serverStatusSchema.safeParse(JSON.parse(new TextDecoder().decode(payload)))
    if (read.success) return { kind: 'here', status: read.data }
  } catch {
    // Told below, like an answer of another shape.
  }
  return { kind: 'failed', reason: 'the answer cannot be read' }
}
