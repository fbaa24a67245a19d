import {
  type AutoUploadFile,
  autoUploadFileAddress,
  autoUploadFilesSchema,
  autoUploadPath,
} from '@fleetglass/contract/auto-upload'
import { mayDownload } from '@fleetglass/contract/exports'
import { useMemo } from 'react'
import { useSession } from '../../engines/channel/index.ts'
import { useSite } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { bytesText } from '../../platform/units/index.ts'
import { type DayRange, dayAfter, dayDate } from '../../shared/calendar/index.ts'
import { LogPage } from '../../shared/logs/index.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { Icon } from '../../ui/index.ts'

const source = {
  path: autoUploadPath,
  rows: autoUploadFilesSchema,
  keyOf: ({ serialno }: AutoUploadFile) => String(serialno),
  // ERR2-04.
  isNoticed: true,
} as const

/** AUTOUP-01: files that devices uploaded on their own. */
export function AutoUploadPage() {
  const t = useText()
  const filters = [
    { id: 'deviceid', label: t('logs.deviceId'), max: 31 },
    { id: 'fileext', label: t('autoUpload.extension'), max: 16 },
  ]
  const words = {
    placeholder: t('autoUpload.allOrEnter'),
    query: t('autoUpload.search'),
    start: t('autoUpload.start'),
    startHint: t('autoUpload.startHint'),
  }
  return (
    <LogPage
      title={t('page.autoUpload')}
      source={source}
      filters={filters}
      fieldsOf={fieldsOf}
      periodOf={periodOf}
      words={words}
      columns={useFileColumns()}
    />
  )
}

/** AUTOUP-08, AUTOUP-09: what is empty is left out. */
function fieldsOf({ deviceid = '', fileext = '' }: Readonly<Record<string, string>>) {
  return { ...(deviceid !== '' && { deviceid }), ...(fileext !== '' && { fileext }) }
}

/** Whole local days. */
function periodOf({ first, last }: DayRange) {
  const start = (day: string) => Math.floor(dayDate(day).getTime() / 1000)
  return { afterTime: start(first), beforeTime: start(dayAfter(last, 1)) }
}

function useFileColumns(): readonly DataColumn<AutoUploadFile>[] {
  const t = useText()
  const site = useSite()
  const { userName: user, passwordHash: password, rights } = useSession()
  const downloads = rights !== null && mayDownload(rights, site)
  return useMemo((): readonly DataColumn<AutoUploadFile>[] => {
    // In the order of the server.
    const unsorted = { unsorted: true } as const
    return [
      {
        ...unsorted,
        id: 'serialno',
        label: t('autoUpload.serialNo'),
        numeric: true,
        text: (file) => String(file.serialno),
      },
      { ...unsorted, id: 'device', label: t('logs.deviceId'), text: ({ deviceid }) => deviceid },
      { ...unsorted, id: 'name', label: t('autoUpload.fileName'), text: ({ filename }) => filename },
      {
        ...unsorted,
        id: 'size',
        label: t('autoUpload.fileSize'),
        numeric: true,
        text: ({ filesize }) => bytesText(filesize),
      },
      { ...unsorted, id: 'ext', label: t('autoUpload.ext'), text: ({ fileext }) => fileext },
      { ...unsorted, id: 'made', label: t('autoUpload.fileTime'), text: ({ filetime }) => localTimeText(filetime) },
      { ...unsorted, id: 'updated', label: t('logs.updateTime'), text: ({ updatetime }) => localTimeText(updatetime) },
      {
        ...unsorted,
        id: 'download',
        label: t('autoUpload.download'),
        pinned: true,
        text: () => '',
        cell: (file) => {
          const label = t('autoUpload.downloadFile', { name: file.filename })
          return downloads ? (
            <a
              className="icon-button"
              href={autoUploadFileAddress(file, { user, password })}
              download={file.filename}
              aria-label={label}
              title={label}
            >
              <Icon name="download" size={18} />
            </a>
          ) : null
        },
      },
    ]
  }, [t, downloads, user, password])
}
