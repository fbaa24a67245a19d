export { createCameraMover } from './camera-mover.ts'
export { ptzMessages } from './ptz.channel.ts'
