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
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { askJson, callJson } from '../../platform/http/index.ts'
import { usePreferences } from '../../platform/preferences/index.ts'
import { notify } from '../../ui/index.ts'

/** While something is on its way. */
const REFRESH_MS = 2_000

/** What was asked for, the newest first. */
export function useFootage() {
  const { userName } = useSession()
  return useQuery({
    queryKey: ['footage', userName],
    queryFn: async () => footageTasksSchema.parse(await askJson('GET', footagePath)),
    refetchInterval: REFRESH_MS,
    retry: false,
  })
}

export function useFootageCommands() {
  const { userName: username, passwordHash: password } = useSession()
  const { log } = usePreferences()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['footage', username] })
  return {
    /** The server's message; `null` when it was not saved. */
    async save(event: CustomEventInput): Promise<string | null> {
      const reply = await callJson('POST', customEventPath, { username, password, ...event })
      const answer = reply.ok ? customEventAnswerSchema.safeParse(reply.value) : null
      if (!answer?.success) {
        log(`${customEventPath}: ${reply.ok ? 'an answer of another form' : reply.reason}`)
        return null
      }
      await refresh()
      return answer.data.message
    },
    async act({ id }: FootageTask, action: FootageAction): Promise<void> {
      const reply = await callJson('POST', footagePath, { username, password, id, action })
      if (!reply.ok && reply.kind === 'refused') notify.error(reply.reason, { id: footagePath })
      else if (!reply.ok) log(`${footagePath}: ${reply.reason}`)
      await refresh()
    },
    /** Has the browser load a file; it goes on after a cut link. The address holds the hash: never log it. */
    load({ id }: FootageTask, ch: number): void {
      const link = document.createElement('a')
      link.href = footageFileAddress({ id, ch, user: username, password })
      link.download = ''
      link.click()
    },
  }
}
