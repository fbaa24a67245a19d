export { ChannelChoice } from './channel-choice.tsx'
export { DeviceChoice } from './device-choice.tsx'
