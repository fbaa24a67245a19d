import {
  bufferPath,
  type PermissionGroup,
  permissionListPath,
  permissionListSchema,
  permissionPath,
} from '@fleetglass/contract/permissions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerCall, useSession } from '../../engines/channel/index.ts'
import { mayAskAgain } from '../../platform/http/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'

/** Every permission group of the site. */
export function usePermissions() {
  const call = useServerCall()
  const { userName } = useSession()
  return useQuery({
    queryKey: ['permissions', userName],
    queryFn: async (): Promise<readonly PermissionGroup[]> =>
      permissionListSchema.parse(await call('POST', permissionListPath, {})),
    retry: mayAskAgain,
  })
}

/** One row of the matrix, for all groups. */
export interface RowSave {
  readonly index: number
  readonly permissions: readonly { readonly id: number; readonly access: string; readonly was: string }[]
}

/** Saves a row. When another user changed it meanwhile, the present state is read, so that it is seen beside the reason. */
export function useSaveRow() {
  const call = useServerCall()
  const t = useText()
  const take = useTakeList()
  const clearBuffer = useClearBuffer()
  return useMutation({
    mutationFn: ({ index, permissions }: RowSave) => call('PUT', permissionPath, { permissions, rows: [index] }),
    onSuccess: (list) => {
      take(list)
      notify.success(t('permissions.saved'))
      clearBuffer()
    },
    onError: useReadAgain(),
  })
}

export function useRename() {
  const call = useServerCall()
  const t = useText()
  const take = useTakeList()
  return useMutation({
    mutationFn: (name: { readonly id: number; readonly name: string }) => call('PUT', permissionPath, name),
    onSuccess: (list) => {
      take(list)
      notify.success(t('permissions.saved'))
    },
    onError: useReadAgain(),
  })
}

export function useCopy() {
  const call = useServerCall()
  const t = useText()
  const take = useTakeList()
  const clearBuffer = useClearBuffer()
  return useMutation({
    mutationFn: async (id: number): Promise<readonly PermissionGroup[]> =>
      permissionListSchema.parse(await call('POST', permissionPath, { id })),
    onSuccess: (list) => {
      take(list)
      notify.success(t('permissions.copied'))
      clearBuffer()
    },
    onError: useReadAgain(),
  })
}

export function useDelete() {
  const call = useServerCall()
  const t = useText()
  const take = useTakeList()
  return useMutation({
    mutationFn: ({ id }: PermissionGroup) => call('DELETE', permissionPath, { id }),
    onSuccess: (list, { name }) => {
      take(list)
      notify.success(t('permissions.deleted', { group: name }))
    },
    onError: useReadAgain(),
  })
}

/** PERM-022: what was saved counts at once for everybody, whatever is cached. */
function useClearBuffer(): () => void {
  const call = useServerCall()
  const t = useText()
  const { userName } = useSession()
  const { mutate } = useMutation({
    mutationFn: () => call('DELETE', bufferPath, { name: userName, notifyGMS: false }),
    onError: (error) => void notify.error(t('permissions.bufferFailed'), { detail: error.message }),
    meta: { saysItself: true },
  })
  return () => mutate()
}

/** Takes the list that a write is answered with. */
function useTakeList(): (list: unknown) => void {
  const queries = useQueryClient()
  const { userName } = useSession()
  return (list) => queries.setQueryData(['permissions', userName], permissionListSchema.parse(list))
}

function useReadAgain(): () => void {
  const queries = useQueryClient()
  const { userName } = useSession()
  return () => void queries.invalidateQueries({ queryKey: ['permissions', userName] })
}
