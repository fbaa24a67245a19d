import {
  type EventDefinition,
  type EventDefinitionLink,
  eventDefinitionLinksPath,
  eventDefinitionLinksSchema,
  eventDefinitionsPath,
  eventDefinitionsSchema,
  GLOBAL_PROFILE,
  type ProfileEntry,
} from '@fleetglass/contract/event-profiles'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerCall } from '../../engines/channel/index.ts'
import { askJson, mayAskAgain } from '../../platform/http/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'

const definitionsKey = ['event-profiles', 'definitions'] as const
const linksKey = ['event-profiles', 'links'] as const

/** The entries of all profiles. */
export function useDefinitions() {
  return useQuery({
    queryKey: definitionsKey,
    queryFn: async (): Promise<readonly EventDefinition[]> =>
      eventDefinitionsSchema.parse(await askJson('GET', eventDefinitionsPath)),
    retry: mayAskAgain,
  })
}

/** Which device has which profile. */
export function useProfileLinks() {
  return useQuery({
    queryKey: linksKey,
    queryFn: async (): Promise<readonly EventDefinitionLink[]> =>
      eventDefinitionLinksSchema.parse(await askJson('GET', eventDefinitionLinksPath)),
    retry: mayAskAgain,
  })
}

/** A whole profile, and what it was when the first change was made. */
export interface ProfileSave {
  readonly definename: string
  readonly entries: readonly ProfileEntry[]
  readonly was: readonly ProfileEntry[]
}

/** Each write is answered with the whole list, which is shown at once. */
export function useProfileWrites() {
  const t = useText()
  const call = useServerCall()
  const queries = useQueryClient()
  // Refused is also what somebody else changed meanwhile.
  const onError = (): void => void queries.invalidateQueries({ queryKey: ['event-profiles'] })
  return {
    /** What is stored now. */
    readAgain: async (): Promise<readonly EventDefinition[]> => {
      await queries.refetchQueries({ queryKey: definitionsKey })
      return queries.getQueryData<readonly EventDefinition[]>(definitionsKey) ?? []
    },
    save: useMutation({
      mutationFn: async (profile: ProfileSave) =>
        eventDefinitionsSchema.parse(await call('PUT', eventDefinitionsPath, profile)),
      onSuccess: (list, { definename: name }) => {
        queries.setQueryData(definitionsKey, list)
        notify.success(t('eventProfiles.saved', { name }))
      },
      onError,
    }),
    remove: useMutation({
      mutationFn: async (definename: string) =>
        eventDefinitionsSchema.parse(await call('DELETE', eventDefinitionsPath, { definename })),
      onSuccess: (list, name) => {
        queries.setQueryData(definitionsKey, list)
        void queries.invalidateQueries({ queryKey: linksKey })
        notify.success(t('eventProfiles.deleted', { name }))
      },
      onError,
    }),
    link: useMutation({
      mutationFn: async (link: { readonly deviceid: readonly string[]; readonly definename: string }) =>
        eventDefinitionLinksSchema.parse(await call('PUT', eventDefinitionLinksPath, link)),
      onSuccess: (list, { deviceid, definename: name }) => {
        queries.setQueryData(linksKey, list)
        notify.success(t('eventProfiles.linked', { count: deviceid.length, name }))
      },
      onError,
    }),
  }
}

/** Names of the profiles, GLOBAL first. */
export function profileNames(definitions: readonly EventDefinition[]): readonly string[] {
  return [...new Set([GLOBAL_PROFILE, ...definitions.map(({ definename }) => definename)])]
}
