import type { RecordingDiskInfo } from '@fleetglass/contract/disk-info'
import { useMemo } from 'react'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { type DataColumn, DataTable, percentText, ShareMeter } from '../../ui/data-table/index.ts'
import styles from './disk-info.module.css'

const MB = 1024 ** 2
const GB = 1024 ** 3

/** DISK-02. */
export function DiskTable({ disks }: { readonly disks: readonly RecordingDiskInfo[] }) {
  const t = useText()
  const isPhone = useIsMobile()
  const columns = useMemo(() => diskColumns(t), [t])
  return (
    <DataTable
      label={t('diskInfo.disks')}
      columns={columns}
      rows={disks}
      keyOf={({ path }) => path}
      nameColumn="path"
      stacked={isPhone}
    />
  )
}

function diskColumns(t: Translate): readonly DataColumn<RecordingDiskInfo>[] {
  const size = (
    id: 'full_size' | 'free_size' | 'reserve',
    label: string,
    unit: number,
  ): DataColumn<RecordingDiskInfo> => ({
    id,
    label,
    text: ({ [id]: bytes }) => (bytes === null ? t('diskInfo.unknown') : String(Number((bytes / unit).toFixed(2)))),
    value: ({ [id]: bytes }) => bytes ?? UNKNOWN,
  })
  return [
    { id: 'path', label: t('diskInfo.path'), text: ({ path }) => path },
    {
      id: 'status',
      label: t('diskInfo.status'),
      text: ({ status }) => t(`diskInfo.status.${status}`),
      cell: (disk) => (
        <span className={isTrouble(disk) ? styles.trouble : undefined}>{t(`diskInfo.status.${disk.status}`)}</span>
      ),
    },
    size('full_size', t('diskInfo.full'), GB),
    size('free_size', t('diskInfo.free'), GB),
    size('reserve', t('diskInfo.reserve'), MB),
    {
      id: 'used',
      label: t('diskInfo.used'),
      text: (disk) => usedText(usedShare(disk), t),
      value: (disk) => usedShare(disk) ?? UNKNOWN,
      cell(disk) {
        const share = usedShare(disk)
        if (share === null) return usedText(share, t)
        return <ShareMeter share={share} label={t('diskInfo.usedOf', { path: disk.path })} />
      },
    },
  ]
}

/** Sorts before every size. */
const UNKNOWN = -1

/** From 0 to 1; null where it is not known. */
function usedShare({ used, full_size: full }: RecordingDiskInfo): number | null {
  return used === null || full === null || full === 0 ? null : used / full
}

function usedText(share: number | null, t: Translate): string {
  return share === null ? t('diskInfo.unknown') : percentText(share)
}

function isTrouble({ status }: RecordingDiskInfo): boolean {
  return status === 'full' || status === 'failing' || status === 'missing'
}
