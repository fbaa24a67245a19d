export { deviceMessages } from './devices.channel.ts'
export { createDevices, type Devices } from './devices.service.ts'
export { createVisibility, type Visibility } from './visibility.ts'
