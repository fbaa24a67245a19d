import { AppError } from '@fleetglass/contract/errors'
import { groupNumber, ROOT_GROUP } from '@fleetglass/contract/groups'
import { USERS_MAX } from '@fleetglass/contract/session'
import {
  ADMIN_NAME,
  defaultPermission,
  isDeletable,
  isOffered,
  managesAdministrators,
  type User,
  type UserAdd,
  type UserSave,
} from '@fleetglass/contract/users'
import type { Clock } from '../../platform/clock/index.ts'
import { PASSWORD_DAYS, type Session } from '../../services/authentication/index.ts'
import type {
  Account,
  AccountEdit,
  Accounts,
  Permissions,
  Registry,
  StoredAccount,
} from '../../services/directory/index.ts'
import type { Offers } from '../offers.ts'

const DAY_S = 86_400

/** The accounts of the site, as one administrator may see and change them. Each change returns the full list; it throws why nothing was changed. */
export interface Users {
  list(caller: Account): Promise<User[]>
  add(caller: Account, user: UserAdd, address: string): Promise<User[]>
  save(caller: Account, change: UserSave, address: string): Promise<User[]>
  remove(caller: Account, name: string): Promise<User[]>
}

export interface UsersDeps {
  readonly accounts: Accounts
  readonly clock: Pick<Clock, 'nowMs'>
  readonly permissions: Pick<Permissions, 'list'>
  readonly registry: Pick<Registry, 'groups'>
  readonly session: Pick<Session, 'newPasswordHash' | 'showAgain'>
  readonly site: Pick<Offers['site'], 'p2p' | 'showAdministrators' | 'strictPassword'>
  readonly utcOffsetS: () => number
}

export function createUsers(deps: UsersDeps): Users {
  return new StoredUsers(deps)
}

class StoredUsers implements Users {
  readonly #deps: UsersDeps

  constructor(deps: UsersDeps) {
    this.#deps = deps
  }

  async list(caller: Account): Promise<User[]> {
    const seesAll = managesAdministrators(caller, this.#deps.site)
    const all = await this.#deps.accounts.list()
    return all.filter(({ permission }) => seesAll || permission > 0).map((account) => this.#rowOf(account))
  }

  async add(caller: Account, user: UserAdd, address: string): Promise<User[]> {
    const { accounts, session, site } = this.#deps
    const { editingName: name, editingPW, maplocation = '', extuser = '', extpass = '' } = user
    const permission = await this.#permissionOf(caller, user.editingPermission ?? defaultPermission(site))
    const groupId = this.#groupOf(user.editingGroupid)
    if (extuser !== '' && extpass === '') throw new AppError('empty-field', { field: 'extpass' })
    const added = await accounts.add({
      name,
      permission,
      groupId,
      passwordHash: await session.newPasswordHash(editingPW, name, address),
      expiresS: site.strictPassword ? this.#strictExpiryS() : this.#expiryOf(user.expirydate ?? ''),
      mapLocation: maplocation,
      external:
        extuser === '' ? null : { user: extuser, passwordHash: await session.newPasswordHash(extpass, '', address) },
      retentionDays: user.rdbretention ?? 0,
      mail: user.mail1 ?? '',
      phone: user.phone ?? '',
      memo: user.memo ?? '',
      updatedS: this.#nowS(),
    })
    if (added === 'full') throw new AppError('too-many-users', { most: USERS_MAX })
    if (added === 'taken')
      throw (await accounts.find(name)) ? new AppError('user-name-taken', { name }) : externalTaken()
    return this.list(caller)
  }

  async save(caller: Account, change: UserSave, address: string): Promise<User[]> {
    const { accounts, session, site } = this.#deps
    const stored = await this.#find(caller, change.editingName)
    if (stored.id === caller.id && changesLogin(stored, change)) await session.showAgain(caller, change, address)
    const edit: AccountEdit = {
      ...(await this.#placeOf(caller, stored, change)),
      ...profileOf(change),
      ...(await this.#externalOf(stored, change, address)),
      ...this.#expiryChange(stored, change),
      ...(change.editingChangingPassword === true && {
        passwordHash: await session.newPasswordHash(change.editingPW ?? '', stored.name, address),
        ...(site.strictPassword && { expiresS: this.#strictExpiryS() }),
      }),
      ...(change.resetLogintime === true && { loginS: this.#nowS() }),
      updatedS: this.#nowS(),
    }
    const edited = await accounts.edit(stored.name, edit)
    if (edited === 'unknown') throw new AppError('unknown-user', { name: stored.name })
    if (edited === 'taken') throw externalTaken()
    return this.list(caller)
  }

  async remove(caller: Account, name: string): Promise<User[]> {
    await this.#find(caller, name)
    if (!isDeletable({ name }, this.#deps.site)) throw new AppError('user-stays', { name })
    if ((await this.#deps.accounts.remove(name)) === 'unknown') throw new AppError('unknown-user', { name })
    return this.list(caller)
  }

  async #find(caller: Account, name: string): Promise<StoredAccount> {
    const stored = await this.#deps.accounts.find(name)
    if (stored === undefined) throw new AppError('unknown-user', { name })
    if (stored.permission === 0 && !managesAdministrators(caller, this.#deps.site))
      throw new AppError('permission-denied')
    return stored
  }

  async #placeOf(caller: Account, stored: StoredAccount, change: UserSave): Promise<AccountEdit> {
    const { editingPermission, editingGroupid } = change
    const isOther = editingPermission !== undefined && editingPermission !== stored.permission
    if (isOther && stored.name === ADMIN_NAME) throw new AppError('user-stays', { name: stored.name })
    return {
      ...(isOther && { permission: await this.#permissionOf(caller, editingPermission) }),
      ...(editingGroupid !== undefined && { groupId: this.#groupOf(editingGroupid) }),
    }
  }

  async #permissionOf(caller: Account, permission: number): Promise<number> {
    const { permissions, site } = this.#deps
    if (permission === 0 && !managesAdministrators(caller, site)) throw new AppError('permission-denied')
    if (!isOffered(permission, caller, site)) throw new AppError('value-not-offered', { field: 'editingPermission' })
    const known = (await permissions.list()).some(({ id }) => id === permission)
    if (!known) throw new AppError('unknown-permission', { id: permission })
    return permission
  }

  #groupOf(groupId: string): number {
    const { groups } = this.#deps.registry
    const id = groupNumber(groupId, groups.rootId)
    if (id === null || !groups.has(id)) throw new AppError('unknown-group')
    return id
  }

  async #externalOf(stored: StoredAccount, { extuser, extpass = '' }: UserSave, address: string): Promise<AccountEdit> {
    const user = extuser ?? stored.external?.user ?? ''
    if (user === '') return extuser === undefined ? {} : { external: null }
    const passwordHash =
      extpass === '' ? stored.external?.passwordHash : await this.#deps.session.newPasswordHash(extpass, '', address)
    if (passwordHash === undefined) throw new AppError('empty-field', { field: 'extpass' })
    return { external: { user, passwordHash } }
  }

  #expiryChange(stored: StoredAccount, { expirydate }: UserSave): AccountEdit {
    if (expirydate === undefined || expirydate === this.#dayOf(stored.expiresS)) return {}
    if (this.#deps.site.strictPassword) throw new AppError('field-set-by-server', { field: 'expirydate' })
    return { expiresS: this.#expiryOf(expirydate) }
  }

  /** The end of the day, in the server's time; `null` for none. */
  #expiryOf(day: string): number | null {
    return day === '' ? null : Date.parse(day) / 1000 + DAY_S - this.#deps.utcOffsetS()
  }

  #dayOf(expiresS: number | null): string {
    if (expiresS === null) return ''
    return new Date((expiresS - 1 + this.#deps.utcOffsetS()) * 1000).toISOString().slice(0, 10)
  }

  #strictExpiryS(): number {
    return this.#nowS() + PASSWORD_DAYS * DAY_S
  }

  #nowS(): number {
    return Math.floor(this.#deps.clock.nowMs() / 1000)
  }

  #rowOf(account: StoredAccount): User {
    const { name, groupId, permission, expiresS, retentionDays, mail, phone, mapLocation, memo } = account
    return {
      name,
      groupid: groupId === this.#deps.registry.groups.rootId ? ROOT_GROUP : String(groupId),
      permission,
      expirydate: this.#dayOf(expiresS),
      rdbretention: retentionDays,
      mail1: mail,
      phone,
      maplocation: mapLocation,
      memo,
      extuser: account.external?.user ?? '',
      updatetime: account.updatedS,
      logintime: account.loginS,
    }
  }
}

/** Whether somebody else could log in as the user afterwards. */
function changesLogin(stored: StoredAccount, { editingChangingPassword, extuser, extpass = '' }: UserSave): boolean {
  const isOtherPair = extpass !== '' || (extuser !== undefined && extuser !== (stored.external?.user ?? ''))
  return editingChangingPassword === true || isOtherPair
}

function profileOf({ rdbretention, mail1, phone, maplocation, memo }: UserSave): AccountEdit {
  return {
    ...(rdbretention !== undefined && { retentionDays: rdbretention }),
    ...(mail1 !== undefined && { mail: mail1 }),
    ...(phone !== undefined && { phone }),
    ...(maplocation !== undefined && { mapLocation: maplocation }),
    ...(memo !== undefined && { memo }),
  }
}

function externalTaken(): AppError {
  return new AppError('external-user-taken', { field: 'extuser' })
}
