import type { MapView } from '../../../engines/map/index.ts'
import type { IconName } from '../../../platform/icons/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'

/** Zoom, overview, and the switch of the list. */
export function MapButtons(props: {
  readonly view: MapView | null
  readonly listShown: boolean
  readonly onToggleList: () => void
  readonly grouping: boolean
  readonly onToggleGrouping: () => void
}) {
  const t = useText()
  const { view } = props
  return (
    <>
      <div className="map-buttons map-buttons-left">
        <MapButton
          icon="list"
          label={t(props.listShown ? 'map.hideList' : 'map.showList')}
          onClick={props.onToggleList}
        />
      </div>
      <div className="map-buttons">
        <MapButton icon="plus" label={t('map.zoomIn')} onClick={() => view?.zoomBy(1)} />
        <MapButton icon="minus" label={t('map.zoomOut')} onClick={() => view?.zoomBy(-1)} />
        <MapButton icon="fit" label={t('map.fit')} onClick={() => view?.fitAll()} />
        <MapButton icon="cluster" label={t('map.grouping')} pressed={props.grouping} onClick={props.onToggleGrouping} />
      </div>
    </>
  )
}

function MapButton(props: {
  readonly icon: IconName
  readonly label: string
  readonly pressed?: boolean
  readonly onClick: () => void
}) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={props.label}
      aria-pressed={props.pressed}
      title={props.label}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  )
}
