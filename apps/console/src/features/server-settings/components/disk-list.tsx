import { type BlockDevice, type FormatFault, formatFault, listedDisks } from '@fleetglass/contract/server-settings'
import { useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { ConfirmDialog } from '../../../ui/index.ts'
import { useFormat } from '../record-disks.queries.ts'
import styles from './disk-list.module.css'

/** Each disk with its parts, and a button where it can be formatted (SET-072 to SET-074). */
export function DiskList({
  disks,
  onRefresh,
}: {
  readonly disks: readonly BlockDevice[]
  readonly onRefresh: () => void
}) {
  const t = useText()
  const format = useFormat()
  const [name, setName] = useState('')
  const [isAsking, setAsking] = useState(false)
  const running = format.isPending ? format.variables : null
  const listed = listedDisks(disks)
  return (
    <section>
      <div className={styles.head}>
        <h3 className={styles.title}>{t('serverSettings.recordDisks.disks')}</h3>
        <button type="button" className="btn btn-quiet btn-sm" onClick={onRefresh}>
          {t('serverSettings.recordDisks.refresh')}
        </button>
      </div>
      {listed.length === 0 ? <p className="muted">{t('serverSettings.recordDisks.none')}</p> : null}
      <ul className={styles.disks}>
        {listed.map(({ disk, depth }) => (
          <li key={disk.name} className={styles.disk} style={{ paddingInlineStart: `${0.75 + depth * 1.25}rem` }}>
            <Disk disk={disk} fault={formatFault(disk, disks)} />
            {formatFault(disk, disks) === null ? (
              <button
                type="button"
                className="btn btn-quiet btn-sm"
                aria-label={`${t('serverSettings.recordDisks.format')} ${disk.name}`}
                disabled={running !== null}
                onClick={() => {
                  setName(disk.name)
                  setAsking(true)
                }}
              >
                {t('serverSettings.recordDisks.format')}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {running === null ? null : (
        <p role="status" className="muted">
          {t('serverSettings.recordDisks.formatting', { name: running })}
        </p>
      )}
      <ConfirmDialog
        open={isAsking}
        title={t('serverSettings.recordDisks.formatTitle')}
        about={name}
        text={t('serverSettings.recordDisks.formatHint')}
        typed={{ name, label: t('serverSettings.recordDisks.formatTyped') }}
        confirmLabel={t('serverSettings.recordDisks.format')}
        onConfirm={async () => {
          // It takes minutes: the dialog does not stay in the way.
          format.mutate(name)
        }}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}

function Disk({ disk, fault }: { readonly disk: BlockDevice; readonly fault: FormatFault | null }) {
  const t = useText()
  const { name, size, fstype, mountpoint, uuid, children = [] } = disk
  const place =
    mountpoint === null
      ? t('serverSettings.recordDisks.notMounted')
      : t('serverSettings.recordDisks.mountedAt', { place: mountpoint })
  const facts = [size, fstype, children.length === 0 && fault !== 'is-swap' ? place : null]
  return (
    <div className={styles.facts}>
      <strong dir="ltr">{name}</strong>
      {fault === null ? null : <span className={styles.mark}>{t(`serverSettings.recordDisks.${fault}`)}</span>}
      <span className="muted">{facts.filter((fact) => fact !== null && fact !== '').join(' · ')}</span>
      {uuid === null ? null : (
        <code className={styles.uuid} dir="ltr">
          {uuid}
        </code>
      )}
    </div>
  )
}
