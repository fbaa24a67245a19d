import { can } from '@fleetglass/contract/access'
import { eventQueryAccess } from '@fleetglass/contract/events'
import { type TrackFormat, trackExportAddress } from '@fleetglass/contract/tracks'
import { useSession } from '../../../engines/channel/index.ts'
import type { Device } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { DayCalendar, utcOffsetS } from '../../../shared/calendar/index.ts'
import { DeviceSelect } from '../../../shared/choices/index.ts'
import { Icon } from '../../../ui/index.ts'
import type { GpsWork } from '../gps-query.machine.ts'
import type { GpsResult } from '../gps-result.ts'
import type { GpsForm, useGpsQuery } from '../use-gps-query.ts'
import { RangeSlider } from './range-slider.tsx'

/** The query, and the files of its result (GPSP-05 … GPSP-16). */
export function QueryPanel(props: {
  readonly form: Omit<GpsForm, 'deviceId'> & { readonly device: Device | null }
  readonly gps: ReturnType<typeof useGpsQuery>
  readonly onForm: (change: Partial<GpsForm>) => void
  readonly onQuery: () => void
}) {
  const t = useText()
  const { form, gps, onForm } = props
  const { rights } = useSession()
  const { result, work } = gps.state
  return (
    <aside className="gps-query panel" aria-label={t('gpsPlayback.query')}>
      <DayCalendar key={form.day} day={form.day} onDay={(day) => onForm({ day })} />
      <RangeSlider range={form.range} onRange={(range) => onForm({ range })} />
      <DeviceSelect
        label={t('gpsPlayback.device')}
        placeholder={t('gpsPlayback.chooseDevice')}
        findLabel={t('gpsPlayback.findDevice')}
        chosen={form.device}
        onDevice={(deviceId) => onForm({ deviceId })}
      />
      {can(rights, eventQueryAccess) ? (
        <label className="form-check gps-check">
          <input
            type="checkbox"
            className="form-check-input"
            checked={form.withEvents}
            onChange={({ target }) => onForm({ withEvents: target.checked })}
          />
          <span className="form-check-label">{t('gpsPlayback.showEvents')}</span>
        </label>
      ) : null}
      <button
        type="button"
        className="btn btn-primary"
        disabled={!gps.mayQuery || form.device === null}
        onClick={props.onQuery}
      >
        <Icon name="search" size={16} /> {t('gpsPlayback.query')}
      </button>
      <div className="gps-files">
        {(['json', 'csv'] as const).map((format) => (
          <button
            key={format}
            type="button"
            className="btn btn-quiet btn-sm"
            disabled={!gps.mayExport}
            onClick={() => void gps.save(format)}
          >
            {t(format === 'json' ? 'gpsPlayback.exportJson' : 'gpsPlayback.exportCsv')}
          </button>
        ))}
        {(['gpx', 'geojson'] as const).map((format) => (
          <ServerFile key={format} format={format} result={gps.mayExport ? result : null} />
        ))}
      </div>
      <Work work={work} onCallOff={gps.callOff} />
    </aside>
  )
}

/** Files that the server writes itself, while it reads the points. */
function ServerFile({ format, result }: { readonly format: TrackFormat; readonly result: GpsResult | null }) {
  const t = useText()
  const words = t(format === 'gpx' ? 'gpsPlayback.exportGpx' : 'gpsPlayback.exportGeoJson')
  const label = t('gpsPlayback.exportAs', { format: words })
  if (!result)
    return (
      <button type="button" className="btn btn-quiet btn-sm" aria-label={label} disabled>
        {words}
      </button>
    )
  const { deviceId: deviceid, beginS: start, endS: end } = result.track
  return (
    <a
      className="btn btn-quiet btn-sm"
      aria-label={label}
      href={trackExportAddress({ deviceid, start, end, format, tz: utcOffsetS(start * 1000) })}
      download
    >
      {words}
    </a>
  )
}

/** How far a query or a file is; its place is there all the time. */
function Work({ work, onCallOff }: { readonly work: GpsWork; readonly onCallOff: () => void }) {
  const t = useText()
  if (work.kind === 'idle') return <div className="gps-work" />
  const share = work.kind === 'querying' ? work.share : work.of === 0 ? 0 : work.done / work.of
  const words =
    work.kind === 'querying'
      ? t('gpsPlayback.querying', { percent: Math.round(work.share * 100) })
      : t(work.step === 'filling' ? 'gpsPlayback.addresses' : 'gpsPlayback.writing', {
          filled: work.done,
          count: work.of,
        })
  return (
    <div className="gps-work">
      <progress value={share} max={1} aria-label={words} />
      <p className="num" role="status">
        {words}
      </p>
      {work.kind === 'exporting' ? (
        <button type="button" className="btn btn-quiet btn-sm" onClick={onCallOff}>
          {t('action.cancel')}
        </button>
      ) : null}
    </div>
  )
}
