import type { VcpMessage } from '@fleetglass/vcp'
import { createContext, type ReactNode, use } from 'react'
import { useStore } from 'zustand'
import { askJson, CallRefused, type callJson } from '../../platform/http/index.ts'
import { type ChannelState, type Session, sessionOf } from './channel.machine.ts'
import type { ChannelRequest } from './channel.requests.ts'
import type { Channel } from './channel.ts'

const ChannelContext = createContext<Channel | null>(null)

/** Makes the main channel reachable for the pages below. */
export function ChannelProvider(props: { readonly channel: Channel; readonly children: ReactNode }) {
  return <ChannelContext value={props.channel}>{props.children}</ChannelContext>
}

/** The main channel, to send requests to the server. */
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

/** Who is logged in; a page behind the redirect rule always has a user. */
export function useSession(): Session {
  const session = useChannelState(sessionOf)
  if (!session) throw new Error('useSession without a login')
  return session
}

/** The session, or null before a login. */
export function useMaybeSession(): Session | null {
  return useChannelState(sessionOf)
}

/** Calls the server with the credentials of the user; throws where the server refuses or does not answer. */
export function useServerCall(): (
  method: Parameters<typeof callJson>[0],
  path: string,
  body: object,
) => Promise<unknown> {
  const { userName: username, passwordHash: password } = useSession()
  return (method, path, body) => askJson(method, path, { username, password, ...body })
}

/** The same over the main channel. A command without an answer fails as a refused one does: its user waits for the outcome. */
export async function askChannel(channel: Channel, request: ChannelRequest): Promise<VcpMessage> {
  const reply = await channel.request(request)
  if (!reply.ok) throw new CallRefused(reply.reason, 0)
  return reply.message
}
