import { createContext, type ReactNode, use } from 'react'
import { useStore } from 'zustand'
import { type ChannelState, type Session, sessionOf } from './channel.machine.ts'
import type { Channel } from './channel.ts'

const ChannelContext = createContext<Channel | null>(null)

/** Makes the main channel reachable for the pages below. */
export function ChannelProvider(props: { readonly channel: Channel; readonly children: ReactNode }) {
  return <ChannelContext value={props.channel}>{props.children}</ChannelContext>
}

/** The main channel, to ask the server something. */
export function useChannel(): Channel {
  const channel = use(ChannelContext)
  if (!channel) throw new Error('useChannel outside of ChannelProvider')
  return channel
}

/** Calls `act` each time the link to the server is there again after it was not; what is returned ends that. */
export function onLinkBack(channel: Channel, act: () => void): () => void {
  return channel.state.subscribe((now, before) => {
    if (now.kind === 'online' && before.kind !== 'online') act()
  })
}

/** A part of the channel's state; the component is drawn again only when that part changes. */
export function useChannelState<T>(select: (state: ChannelState) => T): T {
  return useStore(useChannel().state, select)
}

/** Whether the link to the server is lost and being restored. */
export function useLinkLost(): boolean {
  return useChannelState(({ kind }) => kind === 'waiting' || kind === 'connecting' || kind === 'authenticating')
}

/** Who is logged in; a page behind the redirect rule always has somebody. */
export function useSession(): Session {
  const session = useChannelState(sessionOf)
  if (!session) throw new Error('useSession without a login')
  return session
}

/** The session, or null before a login. */
export function useMaybeSession(): Session | null {
  return useChannelState(sessionOf)
}
