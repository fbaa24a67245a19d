export { monitorMessages } from './monitors.channel.ts'
