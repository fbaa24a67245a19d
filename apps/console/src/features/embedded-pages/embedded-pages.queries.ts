import { type EmbeddedPages, embeddedPagesPath, embeddedPagesSchema } from '@fleetglass/contract/embedded-pages'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { callJson } from '../../platform/http/index.ts'
import { usePreferences } from '../../platform/preferences/index.ts'

type Pages = EmbeddedPages['iframes']

const none: Pages = []

/** The pages the site embeds, in the order of their index; empty until they are known, null in `useEmbeddedPage` then. */
export function useEmbeddedPages(): Pages {
  return useAnswer().data ?? none
}

/** The page of an index: `loading` until the list is there, null for an index that is not configured (IFR-02). */
export function useEmbeddedPage(index: string): Pages[number] | 'loading' | null {
  const { data, isPending } = useAnswer()
  if (isPending) return 'loading'
  return /^\d{1,3}$/.test(index) ? (data?.[Number(index)] ?? null) : null
}

function useAnswer() {
  const { log } = usePreferences()
  const { userName } = useSession()
  return useQuery({
    queryKey: ['embedded-pages', userName],
    staleTime: 60_000,
    queryFn: async (): Promise<Pages> => {
      const reply = await callJson('GET', embeddedPagesPath)
      const read = reply.ok ? embeddedPagesSchema.safeParse(reply.value) : null
      if (read?.success) return read.data.iframes
      log(`embedded pages: ${reply.ok ? 'the list cannot be read' : reply.reason}`)
      return none
    },
  })
}
