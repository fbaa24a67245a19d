import { useText } from '../../../platform/texts/index.ts'
import { ListFailed } from '../../../ui/data-table/index.ts'
import { Loading } from '../../../ui/index.ts'
import { useDisks, useRecordDisks } from '../record-disks.queries.ts'
import styles from '../server-settings.module.css'
import { DiskList } from './disk-list.tsx'
import { MediaSlots } from './media-slots.tsx'

/** SET-067 to SET-082: the disks of the server, and which of them are recorded to. */
export function RecordDisks() {
  const t = useText()
  const disks = useDisks()
  const settings = useRecordDisks()
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{t('serverSettings.recordDisks.hint')}</p>
      {disks.isPending || settings.isPending ? <Loading label={t('page.loading')} /> : null}
      {settings.isError ? <ListFailed reason={settings.error.message} onAgain={() => void settings.refetch()} /> : null}
      {settings.data === undefined || disks.isPending ? null : (
        <MediaSlots
          key={`${settings.data.revision} ${settings.dataUpdatedAt}`}
          reading={settings.data}
          disks={disks.data ?? []}
          onLoadAgain={() => void settings.refetch()}
        />
      )}
      {disks.isError ? <ListFailed reason={disks.error.message} onAgain={() => void disks.refetch()} /> : null}
      {disks.data === undefined ? null : <DiskList disks={disks.data} onRefresh={() => void disks.refetch()} />}
    </div>
  )
}
