import type { AccountStore } from '../directory/index.ts'
import { hashOfPassword, slowHash } from './password.ts'

/** Gives a user another password; `false` when there is no such user. A running server takes it within a minute. */
export async function setPassword(store: AccountStore, user: string, password: string): Promise<boolean> {
  return store.setPasswordHash(user, await slowHash(hashOfPassword(password)))
}
