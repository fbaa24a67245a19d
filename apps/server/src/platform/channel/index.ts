export {
  type ChannelCall,
  type ChannelConnection,
  createMainChannel,
  type LoginCall,
  type MainChannel,
} from './main-channel.ts'
