export { type ConfiguredModel, type PortRange, readPortRange, type ServerConfig } from './config.schema.ts'
export { defaultConfig, describeSettings, loadConfig, withoutSecrets } from './config.ts'
