import type { AccountStore } from '../directory/index.ts'
import { hashOfPassword, slowHash } from './password.ts'
import type { SecondFactorStore } from './second-factor.store.ts'

/**
 * Gives a user another password and removes the second factor, which may be on a phone that is lost. `false` when there is no such user. A
 * running server takes it within a minute.
 */
export async function setPassword(
  stores: { readonly accounts: AccountStore; readonly secondFactors: SecondFactorStore },
  user: string,
  password: string,
): Promise<boolean> {
  const found = await stores.accounts.find(user)
  if (found === undefined) return false
  // The password first: a process that ends in between leaves the account as protected as it was.
  if (!(await stores.accounts.setPasswordHash(user, await slowHash(hashOfPassword(password))))) return false
  await stores.secondFactors.turnOff(found.id)
  return true
}
