import type { DiskInfo, RecordingDiskInfo } from '@fleetglass/contract/disk-info'
import { useId } from 'react'
import { useText } from '../../platform/texts/index.ts'
import { ListFailed } from '../../ui/data-table/index.ts'
import { Loading } from '../../ui/index.ts'
import styles from './disk-info.module.css'
import { useDiskInfo } from './disk-info.queries.ts'
import { DiskTable } from './disk-table.tsx'
import { EventFolderCard } from './event-folder-card.tsx'

/** DISK-01: how full the disks of the server are. */
export function DiskInfoPage() {
  const t = useText()
  const answer = useDiskInfo()
  if (answer.isPending) return <Loading label={t('page.loading')} />
  if (answer.data === undefined) {
    return <ListFailed reason={answer.error?.message ?? ''} onAgain={() => void answer.refetch()} />
  }
  return <Disks info={answer.data} isStale={answer.isError} />
}

function Disks({ info, isStale }: { readonly info: DiskInfo; readonly isStale: boolean }) {
  const t = useText()
  const id = useId()
  return (
    <div className={styles.page}>
      <section className={`panel ${styles.wide}`} aria-labelledby={id}>
        <h1 id={id}>{t('page.diskInfo')}</h1>
        {isStale ? (
          <p className={styles.stale} role="alert">
            {t('diskInfo.stale')}
          </p>
        ) : null}
        <DiskTable disks={info.disks} />
      </section>
      <Traffic disks={info.disks} />
      <EventFolderCard info={info} />
    </div>
  )
}

/** DISK-03, DISK-04, DISK-11: of all disks together. */
function Traffic({ disks }: { readonly disks: readonly RecordingDiskInfo[] }) {
  const t = useText()
  const id = useId()
  const perMinute = disks.reduce((sum, { minMB }) => sum + minMB, 0)
  const perHour = (perMinute * 60) / 1024
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{t('diskInfo.traffic')}</h2>
      <p className={`num ${styles.rate}`}>{t('diskInfo.perMinute', { n: perMinute.toFixed(2) })}</p>
      <p className={`num ${styles.rate}`}>{t('diskInfo.perHour', { n: perHour.toFixed(2) })}</p>
    </section>
  )
}
