import { useSession } from '../../../engines/channel/index.ts'
import type { TileSource } from '../../../engines/map/index.ts'
import { useText } from '../../../platform/texts/index.ts'

/** Where there is no street map, how the administrator adds one. */
export function StreetHint({ source }: { readonly source: TileSource }) {
  const t = useText()
  const { rights } = useSession()
  if (source.kind !== 'none' || !source.isMissing || rights.permission !== 0) return null
  return (
    <details className="street-hint">
      <summary>{t('map.noStreets')}</summary>
      <p>{t('map.noStreetsHint', { file: 'basemap.pmtiles' })}</p>
    </details>
  )
}
