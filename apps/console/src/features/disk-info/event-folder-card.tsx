import type { DiskInfo } from '@fleetglass/contract/disk-info'
import { useId } from 'react'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { bytesText } from '../../platform/units/index.ts'
import styles from './disk-info.module.css'

/** DISK-05, DISK-06. */
export function EventFolderCard({ info }: { readonly info: DiskInfo }) {
  const t = useText()
  const id = useId()
  const spaces = [
    [t('diskInfo.footage'), info.footageUsedSize, info.footageFullSize],
    [t('diskInfo.snapshots'), info.snapshotUsedSize, info.snapshotFullSize],
    [t('diskInfo.sd'), info.sdUsedSize, info.sdFullSize],
  ] as const
  const { rootUsableSize } = info
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{t('diskInfo.folder')}</h2>
      <dl className={styles.spaces}>
        {spaces.map(([label, used, full]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{usedText(used, full, t)}</dd>
            {used === null || full === null ? null : <meter min={0} max={full} value={used} aria-label={label} />}
          </div>
        ))}
        <div>
          <dt>{t('diskInfo.root')}</dt>
          <dd className="num">
            {rootUsableSize === null
              ? t('diskInfo.unknown')
              : t('diskInfo.usable', { size: bytesText(rootUsableSize) })}
          </dd>
        </div>
      </dl>
    </section>
  )
}

function usedText(used: number | null, full: number | null, t: Translate): string {
  if (used === null) return t('diskInfo.counting')
  if (full === null) return t('diskInfo.usedNoLimit', { used: bytesText(used) })
  return t('diskInfo.usedAndFull', { used: bytesText(used), full: bytesText(full) })
}
