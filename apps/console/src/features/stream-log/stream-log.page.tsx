import {
  STREAM_LOG_ARCHIVE,
  type StreamLogRow,
  streamLogExportPath,
  streamLogPath,
  streamLogRowsSchema,
} from '@fleetglass/contract/stream-log'
import type { TextKey } from '@fleetglass/texts'
import { useMemo } from 'react'
import { useFleetState } from '../../engines/fleet/index.ts'
import { useSite } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { type LogColumn, LogPage, useLogColumns } from '../../shared/logs/index.ts'

/** By their number. */
const entranceKeys = ['streamLog.gms', 'streamLog.web', 'streamLog.rtsp'] as const satisfies readonly TextKey[]
const typeKeys = [
  'streamLog.liveBegin',
  'streamLog.localPlayback',
  'streamLog.localDownload',
  'streamLog.remotePlayback',
  'streamLog.remoteDownload',
  'streamLog.liveEnd',
] as const satisfies readonly TextKey[]

const source = {
  path: streamLogPath,
  rows: streamLogRowsSchema,
  keyOf: ({ serialno }: StreamLogRow) => String(serialno),
}

const archive = { path: streamLogExportPath, name: STREAM_LOG_ARCHIVE }

/** USLOG-01: what users watched, played and downloaded. */
export function StreamLogPage() {
  const t = useText()
  const choicesOf = (keys: readonly TextKey[]) => [
    ['', t('logs.all')] as const,
    ...keys.map((key, number) => [String(number), t(key)] as const),
  ]
  const filters = [
    { id: 'member', label: t('logs.user') },
    { id: 'deviceid', label: t('logs.deviceId'), max: 31 },
    { id: 'type', label: t('streamLog.type'), choices: choicesOf(typeKeys) },
    { id: 'entrance', label: t('streamLog.entrance'), choices: choicesOf(entranceKeys) },
  ]
  return (
    <LogPage
      title={t('page.streamLog')}
      source={source}
      filters={filters}
      fieldsOf={fieldsOf}
      columns={useStreamColumns()}
      archive={archive}
    />
  )
}

function fieldsOf({ member = '', deviceid = '', type = '', entrance = '' }: Readonly<Record<string, string>>) {
  return {
    member,
    deviceid,
    ...(type !== '' && { type: Number(type) }),
    ...(entrance !== '' && { entrance: Number(entrance) }),
  }
}

function useStreamColumns() {
  const t = useText()
  const { plantArea } = useSite()
  const memos = useFleetState(({ devices }) => devices)
  const columns = useMemo(
    (): readonly LogColumn<StreamLogRow>[] => [
      { id: 'user', label: t('logs.user'), text: ({ username }) => username },
      { id: 'device', label: t('logs.deviceId'), text: ({ deviceid }) => deviceid },
      plantArea
        ? {
            id: 'area',
            label: t('streamLog.plantArea'),
            text: ({ deviceid }) => memos.get(deviceid)?.memo ?? '',
          }
        : {
            id: 'channel',
            label: t('streamLog.channel'),
            numeric: true,
            text: ({ channel }) => (channel === 0 ? t('logs.all') : String(channel)),
          },
      { id: 'entrance', label: t('streamLog.entrance'), text: ({ entrance }) => t(entranceKeys[entrance]) },
      { id: 'type', label: t('streamLog.type'), text: ({ type }) => t(typeKeys[type]) },
      { id: 'asked', label: t('streamLog.askTime'), text: ({ asktime }) => localTimeText(asktime) },
      {
        id: 'duration',
        label: t('streamLog.duration'),
        numeric: true,
        text: ({ during }) => t('streamLog.seconds', { number: during }),
      },
      { id: 'updated', label: t('logs.updateTime'), text: ({ updatetime }) => localTimeText(updatetime) },
    ],
    [t, plantArea, memos],
  )
  return useLogColumns(columns)
}
