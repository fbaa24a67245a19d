import { randomBytes } from 'node:crypto'
import type { Accounts } from '../directory/index.ts'
import { type HashCost, hashOfPassword, slowHash } from './password.ts'

const ADMINISTRATOR = 'admin'

/** See `Session.ensureAdministrator`. */
export async function addFirstAdministrator(
  { accounts, hashCost }: { readonly accounts: Accounts; readonly hashCost: HashCost | undefined },
  password: string,
  announce: (password: string) => void,
): Promise<void> {
  if (!(await accounts.isEmpty())) return
  const chosen = password === '' ? randomBytes(12).toString('base64url') : password
  const passwordHash = await slowHash(hashOfPassword(chosen), hashCost)
  if (password === '') announce(chosen)
  const everything = { permission: 0, groupId: 'root', expiresS: null, mapLocation: '', external: null } as const
  await accounts.add({ name: ADMINISTRATOR, passwordHash, ...everything })
}
