export { settingsMessages } from './device-settings.channel.ts'
