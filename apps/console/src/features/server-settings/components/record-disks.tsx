import { useText } from '../../../platform/texts/index.ts'
import { ListFailed } from '../../../ui/data-table/index.ts'
import { Loading } from '../../../ui/index.ts'
import { useDisks } from '../record-disks.queries.ts'
import styles from '../server-settings.module.css'
import { DiskList } from './disk-list.tsx'

/** SET-067 to SET-082: the disks of the server. */
export function RecordDisks() {
  const t = useText()
  const disks = useDisks()
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{t('serverSettings.recordDisks.hint')}</p>
      {disks.isPending ? <Loading label={t('page.loading')} /> : null}
      {disks.isError ? <ListFailed reason={disks.error.message} onAgain={() => void disks.refetch()} /> : null}
      {disks.data === undefined ? null : <DiskList disks={disks.data} onRefresh={() => void disks.refetch()} />}
    </div>
  )
}
