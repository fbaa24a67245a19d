import { useText } from '../../platform/texts/index.ts'
import { PageState } from '../../ui/index.ts'

export function DevicesPage() {
  const t = useText()
  return <PageState icon="truck" title={t('dashboard.emptyTitle')} hint={t('dashboard.emptyHint')} />
}
