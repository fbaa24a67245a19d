import { bodyOf, fieldsOf, revisionSchema, type SettingsCall } from '@fleetglass/contract/server-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useServerCall, useSession } from '../../engines/channel/index.ts'
import { askJson, mayAskAgain } from '../../platform/http/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'
import type { Fields, SettingsTab } from './settings-tab.ts'

/** What a tab shows: the fields of its calls, and of each call the state that they are of. */
export interface TabReading {
  readonly fields: Fields
  readonly revisions: readonly number[]
  /** Fields that were saved here; the others follow the configuration file. */
  readonly saved: readonly string[]
}

const answerSchema = z.looseObject(revisionSchema.shape)

/** SET-003: read when the tab is opened for the first time. */
export function useTab(tab: SettingsTab) {
  const { userName } = useSession()
  const call = useServerCall()
  return useQuery({
    queryKey: ['server-settings', userName, tab.name],
    queryFn: async (): Promise<TabReading> => {
      const answers = await Promise.all(
        tab.calls.map(async (one) => {
          const answer = one.read === 'GET' ? await askJson('GET', one.path) : await call('POST', one.path, {})
          return readingOf(one, answerSchema.parse(answer))
        }),
      )
      return {
        fields: Object.assign({}, ...answers.map(({ fields }) => fields)) as Fields,
        revisions: answers.map(({ revision }) => revision),
        saved: answers.flatMap(({ saved }) => saved),
      }
    },
    retry: mayAskAgain,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function readingOf(call: SettingsCall, answer: z.infer<typeof answerSchema>) {
  const { revision = 0, saved = [] } = answer
  return { fields: fieldsOf(call, answer) ?? {}, revision, saved }
}

export interface TabSave {
  readonly before: TabReading
  readonly fields: Fields
}

/** Sends the calls whose fields changed, one after the other: several may belong to one section, whose revision each save raises. */
export function useSaveTab(tab: SettingsTab) {
  const t = useText()
  const { userName } = useSession()
  const call = useServerCall()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ before, fields }: TabSave) => {
      let raised = 0
      for (const [at, one] of tab.calls.entries()) {
        const own = fieldsOf(one, one.inside === undefined ? fields : { [one.inside]: fields }) ?? {}
        const sent = one.sent ?? ((given: Fields) => given)
        if (Object.keys(own).every((name) => isSame(sent(own)[name], sent(before.fields)[name]))) continue
        const revision = (before.revisions[at] ?? 0) + raised
        await call('PUT', one.path, bodyOf(one, own, { revision }))
        raised += 1
      }
    },
    onSuccess: async () => {
      notify.success(t('serverSettings.saved', { tab: t(tab.titleKey) }))
      await queries.invalidateQueries({ queryKey: ['server-settings', userName, tab.name] })
    },
  })
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
