export {
  type ChannelState,
  type ChannelTarget,
  type Credentials,
  loginFlag,
  type Session,
  sessionOf,
} from './channel.machine.ts'
export {
  askChannel,
  ChannelProvider,
  onLinkBack,
  useChannel,
  useChannelState,
  useLinkLost,
  useMaybeSession,
  useServerCall,
  useSession,
} from './channel.react.tsx'
export type { ChannelReply, ChannelRequest } from './channel.requests.ts'
export { type Channel, createChannel } from './channel.ts'
