import {
  ACCESS_LOG_ARCHIVE,
  type AccessLogRow,
  accessActionPath,
  accessActionsSchema,
  accessLogExportPath,
  accessLogPath,
  accessLogRowsSchema,
} from '@fleetglass/contract/access-log'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { askJson } from '../../platform/http/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { type LogColumn, LogPage, useLogColumns } from '../../shared/logs/index.ts'
import styles from './access-log.module.css'

const source = { path: accessLogPath, rows: accessLogRowsSchema, keyOf: ({ serialno }: AccessLogRow) => serialno }

const archive = { path: accessLogExportPath, name: ACCESS_LOG_ARCHIVE }

/** ACCLOG-01: what users and programs called. */
export function AccessLogPage() {
  const t = useText()
  const filters = [
    { id: 'member', label: t('logs.user') },
    { id: 'ip', label: t('accessLog.ip') },
    { id: 'action', label: t('accessLog.action'), choices: useActionChoices() },
  ]
  return (
    <LogPage
      title={t('page.accessLog')}
      source={source}
      filters={filters}
      fieldsOf={fieldsOf}
      columns={useAccessColumns()}
      archive={archive}
    />
  )
}

function fieldsOf({ member = '', ip = '', action = '' }: Readonly<Record<string, string>>) {
  return { member, ip, action }
}

/** ACCLOG-09. Until the catalogue is here, and without it, the log can be read without this filter. */
function useActionChoices(): readonly (readonly [string, string])[] {
  const t = useText()
  const { data = [] } = useQuery({
    queryKey: ['access-actions'],
    queryFn: async () => accessActionsSchema.parse(await askJson('GET', accessActionPath)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const names = [...new Set(data.map(({ action }) => action))].sort()
  return [['', t('logs.all')], ...names.map((name) => [name, name] as const)]
}

function useAccessColumns() {
  const t = useText()
  const columns = useMemo(
    (): readonly LogColumn<AccessLogRow>[] => [
      { id: 'time', label: t('accessLog.dateTime'), text: ({ datetime }) => localTimeText(datetime) },
      { id: 'type', label: t('accessLog.type'), text: ({ type }) => type },
      { id: 'ip', label: t('accessLog.ip'), text: ({ ip }) => ip },
      { id: 'user', label: t('logs.user'), text: ({ username }) => username },
      { id: 'device', label: t('logs.deviceId'), text: ({ deviceid }) => deviceid },
      { id: 'action', label: t('accessLog.action'), text: ({ action }) => action },
      { id: 'method', label: t('accessLog.method'), text: ({ method }) => method },
      {
        id: 'data',
        label: t('accessLog.data'),
        text: ({ data }) => data,
        cell: ({ data }) => (
          <code className={styles.data} dir="ltr" title={data}>
            {data}
          </code>
        ),
      },
    ],
    [t],
  )
  return useLogColumns(columns)
}
