import { KB_PER_MB } from '@fleetglass/contract/device-settings'
import type { RecordSettings } from '@fleetglass/contract/recording-settings'
import type { TextKey } from '@fleetglass/texts'
import type { Translate } from '../../platform/texts/index.ts'
import { bytesText } from '../../platform/units/index.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'

/** What stands in the cells; a field that the server did not send is an empty one (REC-03). */
export function settingColumns(t: Translate): readonly DataColumn<RecordSettings>[] {
  const said = (name: 'extid' | 'driver' | 'vehicleid' | 'streamtype' | 'chmask'): DataColumn<RecordSettings> => ({
    id: name,
    label: t(`recset.${name}`),
    text: (row) => row[name] ?? '',
  })
  return [
    { id: 'device', label: t('recset.device'), text: ({ deviceid }) => deviceid },
    ...[said('extid'), said('driver'), said('vehicleid')],
    {
      id: 'channel',
      label: t('recset.channel'),
      numeric: true,
      text: ({ channel }) => (channel === undefined ? '' : String(channel)),
      value: ({ channel = 0 }) => channel,
    },
    ...[said('streamtype'), said('chmask')],
    {
      id: 'recenable',
      label: t('recset.recenable'),
      text: ({ recenable }) => (recenable === undefined ? '' : t(`recset.rec${recenable}`)),
      value: ({ recenable = -2 }) => recenable,
    },
    {
      id: 'recdays',
      label: t('recset.recdays'),
      numeric: true,
      text: (row) => daysText(row, t),
      value: ({ recdays = -1 }) => recdays,
    },
    {
      id: 'recaudio',
      label: t('recset.recaudio'),
      text: ({ recaudio }) => (recaudio === undefined ? '' : t(`recset.audio${recaudio}` as TextKey)),
      value: ({ recaudio = -2 }) => recaudio,
    },
    {
      id: 'netlimit',
      label: t('recset.netlimit'),
      numeric: true,
      text: (row) => limitText(row, t),
      value: ({ netlimit = 0, maxnetflow = 0 }) => (netlimit === 1 ? maxnetflow || Number.MAX_SAFE_INTEGER : -1),
    },
    {
      id: 'month',
      label: t('recset.month'),
      numeric: true,
      text: ({ monthbytes, limited }) =>
        monthbytes === undefined ? '' : `${bytesText(monthbytes)}${limited === 1 ? ` · ${t('recset.usedUp')}` : ''}`,
      value: ({ monthbytes = -1 }) => monthbytes,
    },
  ]
}

/** REC-11, REC-16: 0 is as long as the server retains recordings, which has no end only where that is 0 too. */
function daysText({ recdays, serverdays }: RecordSettings, t: Translate): string {
  if (recdays === undefined) return ''
  if (recdays > 0) return t('recset.days', { count: recdays })
  if (serverdays === undefined) return t('recset.default')
  return serverdays === 0 ? t('recset.unlimited') : t('recset.defaultDays', { count: serverdays })
}

/** What a limit for these devices begins with: on only where each has one, and with a number only where they have the same. */
export function startLimit(rows: readonly RecordSettings[]): { readonly isOn: boolean; readonly typed: string } {
  const isOn = rows.every(({ netlimit, maxnetflow }) => netlimit === 1 && maxnetflow)
  const [first, ...others] = new Set(rows.map(({ maxnetflow = 0 }) => maxnetflow))
  const megabytes = (first ?? 0) / KB_PER_MB
  return { isOn, typed: isOn && others.length === 0 && Number.isInteger(megabytes) ? String(megabytes) : '' }
}

/** REC-12, REC-13: stored in KB, shown in MB; 0 is no limit. */
function limitText({ netlimit, maxnetflow }: RecordSettings, t: Translate): string {
  if (netlimit === undefined) return ''
  if (netlimit === 0) return t('recset.off')
  if (!maxnetflow) return t('recset.unlimited')
  return t('recset.mb', { count: Number((maxnetflow / KB_PER_MB).toFixed(1)) })
}
