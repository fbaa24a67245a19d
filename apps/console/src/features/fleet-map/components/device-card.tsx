import { mayBeginTalk } from '@fleetglass/contract/talk'
import type { Trip } from '@fleetglass/contract/tracks'
import { Link } from 'react-router'
import { type Device, drivingState, useDevice, useFleet } from '../../../engines/fleet/index.ts'
import { gpsPlaybackAddress, openDialog } from '../../../platform/pages/index.ts'
import { useLengthUnit } from '../../../platform/preferences/index.ts'
import { type Translate, useText } from '../../../platform/texts/index.ts'
import { durationText, localTimeText } from '../../../platform/time/index.ts'
import {
  displayDistance,
  displaySpeed,
  distanceUnit,
  type LengthUnit,
  speedUnit,
} from '../../../platform/units/index.ts'
import {
  useMayEditDevice,
  useMayLive,
  useMayOpen,
  useMayPlayback,
  useMaySteer,
  useMayTalk,
} from '../../../shared/access/index.ts'
import { deviceEditor, ptz, talk } from '../../../shared/dialogs/index.ts'
import { Icon } from '../../../ui/index.ts'
import { useTodaysTrip } from '../fleet-map.queries.ts'

/** MAP-09 … MAP-31: what is known of the vehicle in focus, and its day; it travels with its marker. */
export function DeviceCard({ deviceId, onClose }: { readonly deviceId: string; readonly onClose: () => void }) {
  const t = useText()
  const unit = useLengthUnit()
  const device = useDevice(deviceId)
  const trip = useTodaysTrip(deviceId)
  const mayLive = useMayLive()
  const mayPlayback = useMayPlayback()
  const mayGps = useMayOpen('/gpsplayback')
  const maySteer = useMaySteer()
  const mayTalk = useMayTalk()
  const mayEdit = useMayEditDevice()
  const fleet = useFleet()
  if (!device) return null
  const state = drivingState(device)
  const address = encodeURIComponent(deviceId)
  return (
    <section className="device-card panel" aria-label={deviceId}>
      <header>
        <span className={`state-word state-${state}`}>{t(`state.${state}`)}</span>
        <button type="button" className="icon-button" aria-label={t('action.close')} onClick={onClose}>
          <Icon name="close" size={16} />
        </button>
      </header>
      <dl>
        {[...cardRows(device, unit, t), ...tripRows(trip, unit, t)].map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <footer>
        {mayLive && device.online ? (
          <Link className="btn btn-primary btn-sm" to={`/liveview/${address}`}>
            <Icon name="live" size={16} /> {t('map.liveview')}
          </Link>
        ) : null}
        {mayPlayback ? (
          <Link className="btn btn-quiet btn-sm" to={`/splayback/${address}`}>
            <Icon name="playback" size={16} /> {t('map.playback')}
          </Link>
        ) : null}
        {mayGps ? (
          <Link className="btn btn-quiet btn-sm" to={gpsPlaybackAddress(deviceId)}>
            <Icon name="route" size={16} /> {t('gpsPlayback.openHere')}
          </Link>
        ) : null}
        {mayTalk && mayBeginTalk(device) ? (
          <button type="button" className="btn btn-quiet btn-sm" onClick={() => openDialog(talk, { deviceId })}>
            <Icon name="phone" size={16} /> {t('talk.open')}
          </button>
        ) : null}
        {maySteer && device.online ? (
          <button type="button" className="btn btn-quiet btn-sm" onClick={() => openDialog(ptz, { deviceId })}>
            <Icon name="steer" size={16} /> {t('ptz.column')}
          </button>
        ) : null}
        {mayEdit && device.registered ? (
          <button
            type="button"
            className="btn btn-quiet btn-sm"
            onClick={() => openDialog(deviceEditor, { deviceId, onSaved: () => fleet.flagChange() })}
          >
            <Icon name="pencil" size={16} /> {t('editor.edit')}
          </button>
        ) : null}
      </footer>
    </section>
  )
}

/** Rows of an empty value are left out where the requirement demands it (MAP-15 … 19). */
function cardRows(device: Device, unit: LengthUnit, t: Translate): [string, string][] {
  const { position } = device
  const optional: [string, string][] = [
    [t('popup.extId'), device.extId],
    [t('popup.plate'), device.plate],
    [t('popup.driver'), device.driverName],
    [t('popup.driverLicence'), device.driverLicence],
  ]
  return [
    [t('popup.device'), device.memo === '' ? device.deviceId : `${device.memo} · ${device.deviceId}`],
    ...optional.filter(([, value]) => value !== ''),
    [t('popup.status'), t(device.online ? 'state.online' : 'state.offline')],
    [t('popup.satellites'), device.satellites === null ? '' : String(device.satellites)],
    [t('popup.time'), position ? localTimeText(position.timeS) : ''],
    [t('popup.speed'), position ? `${displaySpeed(position.speedKmh, unit)} ${speedUnit(unit)}` : ''],
  ]
}

/** The text of the day's summary; empty until it has come and when it fails (MAP-13). */
function tripRows(trip: Trip | null, unit: LengthUnit, t: Translate): [string, string][] {
  const show = (text: (known: Trip) => string) => (trip === null ? '' : text(trip))
  return [
    [t('popup.distance'), show(({ distance }) => `${displayDistance(distance, unit)} ${distanceUnit(unit)}`)],
    [t('popup.overspeedCount'), show(({ oscount }) => String(oscount))],
    [t('popup.parkingCount'), show(({ parkcount }) => String(parkcount))],
    [t('popup.parkingTime'), show(({ parktime }) => durationText(parktime))],
    [t('popup.drivingTime'), show(({ totalDrivingtime }) => durationText(totalDrivingtime))],
    [t('popup.operatingTime'), show(({ driverDrivingtime }) => durationText(driverDrivingtime))],
  ]
}
