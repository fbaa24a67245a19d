import { memo } from 'react'
import { drivingState, useDevice, useDeviceLabel } from '../../../engines/fleet/index.ts'
import { MapPanel } from '../../../engines/map/index.ts'
import { useLengthUnit } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { displaySpeed, speedUnit } from '../../../platform/units/index.ts'

/** DASH-83, DASH-84: where each device of the page is, three in a row. */
export const MapCards = memo(function MapCards({ ids }: { readonly ids: readonly string[] }) {
  const t = useText()
  return (
    <ul className="map-cards" aria-label={t('dashboard.maps')}>
      {ids.map((id) => (
        <MapCard key={id} deviceId={id} />
      ))}
    </ul>
  )
})

const MapCard = memo(function MapCard({ deviceId }: { readonly deviceId: string }) {
  const t = useText()
  const unit = useLengthUnit()
  const device = useDevice(deviceId)
  const label = useDeviceLabel(device ?? { deviceId })
  if (!device) return null
  const { position, recording, icon, online } = device
  const state = drivingState(device)
  return (
    <li className="map-card panel">
      <p className="map-card-head">
        <strong title={label} dir="auto">
          {label}
        </strong>
        <span className={`state-word num state-${state}`}>
          {online && position && state !== 'idle'
            ? `${displaySpeed(position.speedKmh, unit)} ${speedUnit(unit)}`
            : t(`state.${state}`)}
        </span>
      </p>
      {position ? (
        <>
          <MapPanel
            label={t('dashboard.mapOf', { device: label })}
            place={position}
            look={{ state, recording, icon, headingDeg: position.headingDeg }}
          />
          <p className="map-card-place muted num">
            {position.lat.toFixed(6)}, {position.lng.toFixed(6)}
          </p>
        </>
      ) : (
        <p className="map-card-none muted">{t('dashboard.noGps')}</p>
      )}
    </li>
  )
})
