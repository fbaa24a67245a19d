export { deviceMessages } from './devices.channel.ts'
export { createDevices } from './devices.service.ts'
export { createVisibility, type Visibility } from './visibility.ts'
