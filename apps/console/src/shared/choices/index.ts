export { ChannelChoice } from './channel-choice.tsx'
export { DeviceChoice } from './device-choice.tsx'
export { DeviceSelect } from './device-select.tsx'
