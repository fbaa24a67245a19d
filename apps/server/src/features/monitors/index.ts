export { type Monitored, monitorMessages } from './monitors.channel.ts'
