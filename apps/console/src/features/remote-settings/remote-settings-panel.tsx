import { useSession } from '../../engines/channel/index.ts'
import { useDevice } from '../../engines/fleet/index.ts'
import { CallRefused } from '../../platform/http/index.ts'
import { useClock } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { utcOffsetS } from '../../shared/calendar/index.ts'
import { Icon, PageState } from '../../ui/index.ts'
import type { AboutDevice } from './components/field.types.ts'
import { SettingCard } from './components/setting-card.tsx'
import { offeredCards, type Told } from './remote-settings.cards.ts'
import { useRemoteSettings } from './remote-settings.queries.ts'
import './remote-settings.css'

/** RDEV-001 … 006: the settings in the device itself, a card for each group that it supports and this user may change. */
export function RemoteSettingsPanel({ deviceId }: { readonly deviceId: string }) {
  const t = useText()
  const device = useDevice(deviceId)
  const { data, error, isFetching, refetch } = useRemoteSettings(deviceId)
  const name = [device?.memo || device?.plate, deviceId].filter(Boolean).join(' · ')
  return (
    <div className="remote-settings">
      <p className="remote-device">
        <Icon name="truck" size={18} /> <b dir="auto">{name}</b>
      </p>
      {isFetching ? (
        <div className="page-state" role="status">
          <span className="spinner-border" aria-hidden="true" />
          <p className="page-state-title">{t('setting.reading')}</p>
        </div>
      ) : data === undefined ? (
        <PageState
          icon="warning"
          title={t('setting.failedTitle')}
          hint={error instanceof CallRefused ? error.message : t('setting.unanswered')}
          role="alert"
        >
          <button type="button" className="btn btn-primary" onClick={() => void refetch()}>
            {t('setting.again')}
          </button>
        </PageState>
      ) : (
        <Cards deviceId={deviceId} told={data} />
      )}
    </div>
  )
}

function Cards({ deviceId, told }: { readonly deviceId: string; readonly told: Told }) {
  const t = useText()
  const { rights } = useSession()
  const about = useAbout(deviceId, told)
  const cards = offeredCards(told, rights)
  if (cards.length === 0) {
    return (
      <div className="alert alert-info" role="status">
        {t('setting.none')}
      </div>
    )
  }
  return (
    <div className="remote-cards">
      {cards.map((offered) => (
        <SettingCard key={offered.card} deviceId={deviceId} offered={offered} told={told.values} about={about} />
      ))}
    </div>
  )
}

/** Its time zone is its own setting, else the zone of its positions, else that of the browser. */
function useAbout(deviceId: string, { values, resolutions }: Told): AboutDevice {
  const device = useDevice(deviceId)
  const clock = useClock()
  const own = Number(values.get('sys_tz') ?? Number.NaN)
  const reported = device?.timezoneH == null ? utcOffsetS(clock.nowMs()) : device.timezoneH * 3600
  return { channels: device?.channelCount ?? 0, zoneS: Number.isFinite(own) ? own : reported, resolutions }
}
