import {
  type AddGroup,
  type ChangeGroup,
  type Group,
  type GroupLink,
  groupLinkPath,
  groupLinksSchema,
  groupListSchema,
  userGroupPath,
} from '@fleetglass/contract/groups'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerCall, useSession } from '../../engines/channel/index.ts'
import { useFleetState } from '../../engines/fleet/index.ts'
import { askJson } from '../../platform/http/index.ts'
import { buildGroupTree } from './group-tree.ts'

const saysItself = { saysItself: true } as const

/**
 * Groups and links are part of the version of the device list, which the server pushes: another version is another key, so that a
 * change of anybody is fetched at once. Until then the list before is shown.
 */
function useListKey(name: string): readonly unknown[] {
  const { userName } = useSession()
  const changes = useFleetState((state) => state.changes)
  return [name, userName, changes]
}

/** The caller's group and every group below it. */
export function useGroupTree() {
  return useQuery({
    queryKey: useListKey('groups'),
    queryFn: async (): Promise<readonly Group[]> => groupListSchema.parse(await askJson('GET', userGroupPath)),
    placeholderData: keepPreviousData,
    select: buildGroupTree,
  })
}

/** Which device is in which group. */
export function useGroupLinks() {
  return useQuery({
    queryKey: useListKey('group-links'),
    queryFn: async (): Promise<readonly GroupLink[]> => groupLinksSchema.parse(await askJson('GET', groupLinkPath)),
    placeholderData: keepPreviousData,
  })
}

/** Each write is answered with the whole list, which is shown at once. The field of a name shows why it was refused. */
export function useGroupWrites() {
  const call = useServerCall()
  const queries = useQueryClient()
  const key = useListKey('groups')
  const links = useListKey('group-links')
  const write = (method: 'POST' | 'PUT' | 'DELETE') => async (body: object) =>
    groupListSchema.parse(await call(method, userGroupPath, body))
  const onSuccess = (groups: readonly Group[]): void => void queries.setQueryData(key, groups)
  return {
    add: useMutation({ mutationFn: (body: AddGroup) => write('POST')(body), onSuccess, meta: saysItself }),
    rename: useMutation({ mutationFn: (body: ChangeGroup) => write('PUT')(body), onSuccess, meta: saysItself }),
    move: useMutation({ mutationFn: (body: ChangeGroup) => write('PUT')(body), onSuccess }),
    remove: useMutation({
      mutationFn: (groupid: string) => write('DELETE')({ groupid }),
      onSuccess: async (groups) => {
        onSuccess(groups)
        await queries.invalidateQueries({ queryKey: links })
      },
    }),
  }
}

export function useAddLink() {
  return useLinkWrite('POST')
}

/** `silent`: a failure is not shown, because the user did not request it (GSUM-10). */
export function useRemoveLink({ silent = false }: { readonly silent?: boolean } = {}) {
  return useLinkWrite('DELETE', silent)
}

function useLinkWrite(method: 'POST' | 'DELETE', silent = false) {
  const call = useServerCall()
  const queries = useQueryClient()
  const key = useListKey('group-links')
  return useMutation({
    mutationFn: async (link: GroupLink) => groupLinksSchema.parse(await call(method, groupLinkPath, link)),
    onSuccess: (links) => void queries.setQueryData(key, links),
    ...(silent && { meta: saysItself }),
  })
}
