export {
  mapScriptPath,
  type OpenProtocol,
  PASSWORD_CHANGED,
  type Protocol,
  passwordChangedSchema,
  passwordChangeSchema,
  passwordPath,
  protocolPath,
  protocolSchema,
  SESSION_COOKIE,
  serverKindPath,
  sessionAnswerSchema,
  sessionPath,
  sessionRequestSchema,
  siteScriptPath,
  verifiedUserSchema,
  verifyUserPath,
  verifyUserRequestSchema,
} from './session.http.ts'
export { isPasswordAllowed, type PasswordFault, strictPasswordFaults } from './session.password.ts'
export { type LoginRequest, NEW_SESSION, type ServerInfo, USERS_MAX } from './session.schema.ts'
export {
  decodeLoggedIn,
  decodeLogin,
  decodeServerInfo,
  encodeExternalLogin,
  encodeLoggedIn,
  encodeLogin,
  encodeServerInfo,
  LOGIN,
  SERVER_INFO,
} from './session.vcp.ts'
