import {
  ownSecondFactorPath,
  RECOVERY_CODES,
  type SecondFactor,
  secondFactorChangedSchema,
  secondFactorSchema,
  userSecondFactorPath,
} from '@fleetglass/contract/account'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerCall, useSession } from '../../engines/channel/index.ts'
import { askJson, mayAskAgain } from '../../platform/http/index.ts'
import type { Whose } from './account.queries.ts'

export function useSecondFactor(whose: Whose) {
  const path = whose === null ? ownSecondFactorPath : `${userSecondFactorPath}?${new URLSearchParams({ name: whose })}`
  return useQuery({
    queryKey: useKey(whose),
    queryFn: async (): Promise<SecondFactor> => secondFactorSchema.parse(await askJson('GET', path)),
    retry: mayAskAgain,
  })
}

/** Turns the own one on or off. Both end all sessions of the user, this one too. */
export function useOwnChange(method: 'PUT' | 'DELETE') {
  const queries = useQueryClient()
  const queryKey = useKey(null)
  const { userName: username } = useSession()
  return useMutation({
    mutationFn: async ({ password, code }: { readonly password: string; readonly code: string }) =>
      secondFactorChangedSchema.parse(await askJson(method, ownSecondFactorPath, { username, password, code })),
    onSuccess() {
      // This session cannot read it any more.
      queries.setQueryData<SecondFactor>(queryKey, (before) => {
        if (before === undefined) return before
        if (method === 'PUT') return { ...before, state: 'on', recoveryCodesLeft: RECOVERY_CODES }
        return { ...before, state: before.isRequired ? 'required' : 'off', recoveryCodesLeft: 0 }
      })
    },
  })
}

/** What who manages users changes of another user. */
export function useUserChanges(name: string) {
  const call = useServerCall()
  const queries = useQueryClient()
  const queryKey = useKey(name)
  const onSuccess = (state: SecondFactor): void => void queries.setQueryData(queryKey, state)
  return {
    require: useMutation({
      mutationFn: async (required: boolean) =>
        secondFactorSchema.parse(await call('PUT', userSecondFactorPath, { name, required })),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: async () => secondFactorSchema.parse(await call('DELETE', userSecondFactorPath, { name })),
      onSuccess,
    }),
  }
}

function useKey(whose: Whose): readonly unknown[] {
  const { userName } = useSession()
  return ['account', 'second-factor', userName, whose]
}
