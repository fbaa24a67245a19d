import type { SecondFactor } from '@fleetglass/contract/account'
import type { OwnProof } from '@fleetglass/contract/envelope'
import { AppError } from '@fleetglass/contract/errors'
import type { Account } from '../../services/directory/index.ts'
import { type AccountDeps, findSeen } from './account.service.ts'

/** The second factors of the users that a caller sees. `name` is the user. Each change returns the state. */
export interface UserSecondFactors {
  state(caller: Account, name: string): Promise<SecondFactor>
  require(caller: Account, name: string, required: boolean): Promise<SecondFactor>
  /** `proof`: of callers who remove their own. */
  remove(caller: Account, name: string, proof: OwnProof, address: string): Promise<SecondFactor>
}

export function createUserSecondFactors(deps: AccountDeps): UserSecondFactors {
  const { accounts, session } = deps
  const state = async (caller: Account, name: string): Promise<SecondFactor> =>
    session.secondFactors.stateOf(await findSeen(deps, caller, name))
  return {
    state,
    async require(caller, name, required) {
      await findSeen(deps, caller, name)
      const edited = await accounts.edit(name, { isSecondFactorRequired: required })
      if (edited === 'unknown') throw new AppError('unknown-user', { name })
      return state(caller, name)
    },
    async remove(caller, name, proof, address) {
      const user = await findSeen(deps, caller, name)
      if (user.id === caller.id) await session.showAgain(caller, proof, address)
      await session.secondFactors.remove(user)
      return state(caller, name)
    },
  }
}
