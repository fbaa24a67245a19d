import { useText } from '../../platform/texts/index.ts'
import { PageState } from '../../ui/index.ts'

export function FleetMapPage() {
  const t = useText()
  return <PageState icon="map" title={t('map.emptyTitle')} hint={t('map.emptyHint')} />
}
