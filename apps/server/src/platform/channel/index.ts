export { type ChannelCall, createMainChannel, type MainChannel } from './main-channel.ts'
