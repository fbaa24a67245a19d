export { type RunningServer, type ServerOptions, startServer } from './app.ts'
export { defaultConfig, type ServerConfig } from './platform/config/index.ts'
export { callStatus, fileStatus, streamClose } from './platform/errors/index.ts'
export { createLog, type Log } from './platform/log/index.ts'
