import { type PermissionGroup, permissionListPath, permissionListSchema } from '@fleetglass/contract/permissions'
import {
  accountPath,
  type User,
  type UserAdd,
  type UserSave,
  userListPath,
  userListSchema,
} from '@fleetglass/contract/users'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerCall, useSession } from '../../engines/channel/index.ts'
import { mayAskAgain } from '../../platform/http/index.ts'
import { useText } from '../../platform/texts/index.ts'
import type { GroupTree } from '../../shared/groups/index.ts'
import { notify } from '../../ui/index.ts'

/** USR-43. */
const AGAIN_MS = 1000

const saysItself = { saysItself: true } as const

/** What the page is made of. */
export interface UsersLists {
  readonly users: readonly User[]
  readonly permissions: readonly PermissionGroup[]
  readonly groups: GroupTree
}

/** The users that the caller may see. Until an answer came they are requested again every second; a refusal stands. */
export function useUsers() {
  const call = useServerCall()
  return useQuery({
    queryKey: useUsersKey(),
    queryFn: async (): Promise<readonly User[]> => userListSchema.parse(await call('POST', userListPath, {})),
    retry: (failures, error) => mayAskAgain(0, error) || mayAskAgain(failures, error),
    retryDelay: AGAIN_MS,
  })
}

/** The names of the permission groups, under the key that the page of the permissions uses too. */
export function usePermissionGroups() {
  const call = useServerCall()
  const { userName } = useSession()
  return useQuery({
    queryKey: ['permissions', userName],
    queryFn: async (): Promise<readonly PermissionGroup[]> =>
      permissionListSchema.parse(await call('POST', permissionListPath, {})),
    retry: mayAskAgain,
  })
}

/** Each write is answered with the whole list, which is shown at once. The form shows why it was refused. */
export function useUserWrites() {
  const t = useText()
  const call = useServerCall()
  const queries = useQueryClient()
  const queryKey = useUsersKey()
  const write = (method: 'POST' | 'PUT' | 'DELETE') => async (body: object) =>
    userListSchema.parse(await call(method, accountPath, body))
  const take = (list: readonly User[], done: string): void => {
    queries.setQueryData(queryKey, list)
    notify.success(done)
  }
  // Refused is also what somebody else changed meanwhile.
  const onError = (): void => void queries.invalidateQueries({ queryKey })
  return {
    add: useMutation({
      mutationFn: (user: UserAdd) => write('POST')(user),
      onSuccess: (list, { editingName: name }) => take(list, t('users.added', { name })),
      onError,
      meta: saysItself,
    }),
    save: useMutation({
      mutationFn: (change: UserSave) => write('PUT')(change),
      onSuccess: (list, { editingName: name }) => take(list, t('users.saved', { name })),
      onError,
      meta: saysItself,
    }),
    activate: useMutation({
      mutationFn: (editingName: string) => write('PUT')({ editingName, resetLogintime: true }),
      onSuccess: (list, name) => take(list, t('users.activated', { name })),
      onError,
    }),
    remove: useMutation({
      mutationFn: (editingName: string) => write('DELETE')({ editingName }),
      onSuccess: (list, name) => take(list, t('users.deleted', { name })),
      onError,
    }),
  }
}

function useUsersKey(): readonly unknown[] {
  const { userName } = useSession()
  return ['users', userName]
}
