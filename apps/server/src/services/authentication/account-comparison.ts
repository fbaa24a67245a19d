import type { Account, StoredAccount } from '../directory/index.ts'

/** Whether an account may what it might, with the same passwords and second factor. */
export function isSame(then: StoredAccount, now: StoredAccount): boolean {
  const same = (field: keyof StoredAccount): boolean => then[field] === now[field]
  return hasSamePasswords(then, now) && (['permission', 'access', 'groupId', 'retentionDays'] as const).every(same)
}

export function hasSamePasswords(then: StoredAccount, now: StoredAccount): boolean {
  return (
    then.id === now.id &&
    then.passwordHash === now.passwordHash &&
    then.secondFactor === now.secondFactor &&
    then.external?.passwordHash === now.external?.passwordHash
  )
}

/** Nobody in particular, who sees the group's devices and may nothing that asks for a number or a flag. */
export function readerOf(groupId: number): Account {
  return { id: 0, name: '', groupId, permission: Number.MAX_SAFE_INTEGER, access: '' }
}
