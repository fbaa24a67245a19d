import {
  type ApiToken,
  apiTokensSchema,
  madeTokenSchema,
  type OpenSession,
  openSessionsSchema,
  ownSessionsPath,
  ownTokensPath,
  type TokenRequest,
  userSessionsPath,
  userTokensPath,
} from '@fleetglass/contract/account'
import type { OwnProof } from '@fleetglass/contract/envelope'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerCall, useSession } from '../../engines/channel/index.ts'
import { askJson, mayAskAgain } from '../../platform/http/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'

/** Whose access is shown: `null` of the user who is logged in. */
export type Whose = string | null

/** How often the list is read again while it is looked at. */
const SESSIONS_EVERY_MS = 10_000

export function useOpenSessions(whose: Whose) {
  return useQuery({
    queryKey: useKey('sessions', whose),
    queryFn: async (): Promise<readonly OpenSession[]> =>
      openSessionsSchema.parse(await askJson('GET', addressOf(ownSessionsPath, userSessionsPath, whose))).sessions,
    retry: mayAskAgain,
    refetchInterval: SESSIONS_EVERY_MS,
  })
}

export function useApiTokens(whose: Whose) {
  return useQuery({
    queryKey: useKey('tokens', whose),
    queryFn: async (): Promise<readonly ApiToken[]> =>
      apiTokensSchema.parse(await askJson('GET', addressOf(ownTokensPath, userTokensPath, whose))).tokens,
    retry: mayAskAgain,
  })
}

/** Each write is answered with the list, which is shown at once. */
export function useSignOut(whose: Whose) {
  const t = useText()
  const call = useServerCall()
  const queries = useQueryClient()
  const queryKey = useKey('sessions', whose)
  return useMutation({
    mutationFn: async (id: string) => {
      const path = whose === null ? ownSessionsPath : userSessionsPath
      return openSessionsSchema.parse(await call('DELETE', path, { ...about(whose), id })).sessions
    },
    onSuccess(sessions: readonly OpenSession[]) {
      queries.setQueryData(queryKey, sessions)
      notify.success(t('account.signedOut'))
    },
    // It may have ended meanwhile.
    onError: () => void queries.invalidateQueries({ queryKey }),
  })
}

export function useTokenWrites(whose: Whose) {
  const t = useText()
  const call = useServerCall()
  const queries = useQueryClient()
  const queryKey = useKey('tokens', whose)
  const take = (tokens: readonly ApiToken[]): void => void queries.setQueryData(queryKey, tokens)
  return {
    make: useMutation({
      mutationFn: async (request: TokenRequest & OwnProof) =>
        madeTokenSchema.parse(await call('POST', ownTokensPath, request)),
      onSuccess: ({ tokens }) => take(tokens),
    }),
    revoke: useMutation({
      mutationFn: async (id: string) => {
        const path = whose === null ? ownTokensPath : userTokensPath
        return apiTokensSchema.parse(await call('DELETE', path, { ...about(whose), id })).tokens
      },
      onSuccess(tokens: readonly ApiToken[]) {
        take(tokens)
        notify.success(t('account.revoked'))
      },
      onError: () => void queries.invalidateQueries({ queryKey }),
    }),
  }
}

function useKey(what: 'sessions' | 'tokens', whose: Whose): readonly unknown[] {
  const { userName } = useSession()
  return ['account', what, userName, whose]
}

function about(whose: Whose): { name?: string } {
  return whose === null ? {} : { name: whose }
}

function addressOf(own: string, ofUser: string, whose: Whose): string {
  return whose === null ? own : `${ofUser}?${new URLSearchParams({ name: whose })}`
}
