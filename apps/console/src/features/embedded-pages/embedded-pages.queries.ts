import { type EmbeddedPages, embeddedPagesPath, embeddedPagesSchema } from '@fleetglass/contract/embedded-pages'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { askJson } from '../../platform/http/index.ts'

/** The pages the site embeds; a page's place is its index. */
export function useEmbeddedPages() {
  const { userName } = useSession()
  return useQuery({
    queryKey: ['embedded-pages', userName],
    staleTime: 60_000,
    queryFn: async (): Promise<EmbeddedPages['iframes']> =>
      embeddedPagesSchema.parse(await askJson('GET', embeddedPagesPath)).iframes,
  })
}
