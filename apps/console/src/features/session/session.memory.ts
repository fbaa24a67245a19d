import type { Session } from '../../engines/channel/index.ts'
import { sha256Hex } from '../../platform/sha256/index.ts'
import { storageKeys, type TextStore } from '../../platform/storage/index.ts'
import type { AccountHash } from './session.calls.ts'

/** A login without the user: everything for it is stored. */
export interface StoredLogin {
  readonly account: AccountHash & { readonly session: string | null }
  readonly server: { readonly address: string; readonly port: string }
}

/** LOGIN-45, 46: what is stored when the flag is set and nothing is missing. */
export function readAutoLogin(store: TextStore): StoredLogin | null {
  replacePlainPassword(store)
  const user = store.get(storageKeys.userName)
  const passwordHash = store.get(storageKeys.passwordHash)
  const address = store.get(storageKeys.serverIp)
  const port = store.get(storageKeys.serverPort)
  if (store.get(storageKeys.autoLogin) !== 'true' || !user || !passwordHash || !address || !port) return null
  const session = store.get(storageKeys.sessionToken)
  return { account: { user, passwordHash, session }, server: { address, port } }
}

/** LOGIN-47: after a login that was accepted. */
export function rememberLogin(
  store: TextStore,
  { user, passwordHash }: AccountHash,
  { token }: Pick<Session, 'token'>,
  save: boolean,
): void {
  store.set(storageKeys.userName, user)
  forgetLogin(store)
  if (!save) return
  store.set(storageKeys.autoLogin, 'true')
  store.set(storageKeys.passwordHash, passwordHash)
  rememberSession(store, token)
}

/** With the password its session is remembered, so that a browser that was signed out does not log in again by itself. */
export function rememberSession(store: TextStore, token: string | null): void {
  if (token !== null && store.get(storageKeys.autoLogin) === 'true') store.set(storageKeys.sessionToken, token)
}

/** The next start shows the login page. */
export function forgetLogin(store: TextStore): void {
  store.set(storageKeys.autoLogin, 'false')
  store.remove(storageKeys.passwordHash)
  store.remove(storageKeys.sessionToken)
}

/** LOGIN-55: an older console kept passwords as they were typed, under a name of its own or in the place of the hash. */
function replacePlainPassword(store: TextStore): void {
  const inPlaceOfHash = store.get(storageKeys.passwordHash)
  const isPlain = inPlaceOfHash !== null && !/^[0-9a-f]{64}$/i.test(inPlaceOfHash)
  const plain = store.get(storageKeys.plainPassword) ?? (isPlain ? inPlaceOfHash : null)
  store.remove(storageKeys.plainPassword)
  if (plain) store.set(storageKeys.passwordHash, sha256Hex(plain))
}
