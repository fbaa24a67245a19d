export { createSession, PASSWORD_DAYS, type Session } from './authentication.ts'
export type { HashCost } from './password.ts'
export { setPassword } from './set-password.ts'
export { createTokenStore } from './token.store.ts'
