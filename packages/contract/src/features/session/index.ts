export {
  type Protocol,
  protocolPath,
  protocolSchema,
  serverKindPath,
  siteScriptPath,
} from './session.http.ts'
export { LOGIN_REFUSED, type ServerInfo } from './session.schema.ts'
export {
  decodeLoggedIn,
  decodeLogin,
  decodeServerInfo,
  encodeLoggedIn,
  encodeLogin,
  encodeServerInfo,
  LOGIN,
  SERVER_INFO,
} from './session.vcp.ts'
