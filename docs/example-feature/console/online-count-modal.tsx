import { useQuery } from '@tanstack/react-query'
import { askJson } from '../../../apps/console/src/platform/http/index.ts'
import { useText } from '../../../apps/console/src/platform/texts/index.ts'
import { Loading, PageState } from '../../../apps/console/src/ui/index.ts'
import { onlineCountPath, onlineCountSchema } from '../contract/online-count.http.ts'

export function OnlineCountModal() {
  const t = useText()
  const { data, isError } = useQuery({
    queryKey: ['onlineCount'],
    queryFn: async () => onlineCountSchema.parse(await askJson('GET', onlineCountPath)),
    // Not kept: the next user of this browser may see other devices.
    gcTime: 0,
  })
  if (isError) return <PageState icon="warning" title={t('page.failedTitle')} role="alert" />
  if (!data) return <Loading label={t('page.loading')} />
  return <PageState icon="online" title={String(data.online)} hint={t('state.online')} />
}
