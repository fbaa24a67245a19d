import {
  type CustomEventInput,
  customEventAnswerSchema,
  customEventPath,
  type FootageAction,
  type FootageTask,
  footageFileAddress,
  footagePath,
  footageTasksSchema,
} from '@fleetglass/contract/footage'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerCall, useSession } from '../../engines/channel/index.ts'
import { askJson } from '../../platform/http/index.ts'
import { usePreferences } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'

/** While something is on its way. */
const REFRESH_MS = 2_000

/** The requests, the newest first. */
export function useFootage() {
  const { userName } = useSession()
  return useQuery({
    queryKey: ['footage', userName],
    queryFn: async () => footageTasksSchema.parse(await askJson('GET', footagePath)),
    refetchInterval: REFRESH_MS,
    retry: false,
  })
}

function useRefreshFootage(): () => Promise<void> {
  const { userName } = useSession()
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['footage', userName] })
}

/** Requests footage; returns the server's message. */
export function useSaveFootage() {
  const t = useText()
  const call = useServerCall()
  const { log } = usePreferences()
  const refresh = useRefreshFootage()
  return useMutation({
    mutationFn: async (event: CustomEventInput) =>
      customEventAnswerSchema.parse(await call('POST', customEventPath, event)),
    onSuccess: async ({ message }) => {
      notify.success(message)
      await refresh()
    },
    // MP4-28: one text for every reason, which is logged.
    onError: ({ message }) => {
      log(`${customEventPath}: ${message}`)
      notify.error(t('footage.fail'))
    },
    meta: { saysItself: true },
  })
}

/** Pauses, resumes or cancels a request. */
export function useFootageAction() {
  const call = useServerCall()
  const refresh = useRefreshFootage()
  return useMutation({
    mutationFn: ({ task, action }: { readonly task: FootageTask; readonly action: FootageAction }) =>
      call('POST', footagePath, { id: task.id, action }),
    onSettled: refresh,
  })
}

/** Has the browser load a file; it goes on after a cut link. The address holds the hash: never log it. */
export function useFootageFile(): (task: FootageTask, channel: number) => void {
  const { userName: user, passwordHash: password } = useSession()
  return ({ id }, ch) => {
    const link = document.createElement('a')
    link.href = footageFileAddress({ id, ch, user, password })
    link.download = ''
    link.click()
  }
}
