export {
  type Protocol,
  protocolPath,
  protocolSchema,
  serverKindPath,
  serverKindSchema,
  siteScriptPath,
} from './session.http.ts'
export { LOGIN_REFUSED, type LoggedIn, type ServerInfo } from './session.schema.ts'
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
