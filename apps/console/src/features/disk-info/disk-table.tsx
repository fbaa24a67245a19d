import type { RecordingDiskInfo } from '@fleetglass/contract/disk-info'
import { type Translate, useText } from '../../platform/texts/index.ts'
import styles from './disk-info.module.css'

const MB = 1024 ** 2
const GB = 1024 ** 3

/** DISK-02. */
export function DiskTable({ disks }: { readonly disks: readonly RecordingDiskInfo[] }) {
  const t = useText()
  return (
    // Scrolls sideways on a phone, also with the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the focus
    <section className={styles.scroll} tabIndex={0} aria-label={t('diskInfo.disks')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('diskInfo.path')}</th>
            <th scope="col">{t('diskInfo.status')}</th>
            <th scope="col">{t('diskInfo.full')}</th>
            <th scope="col">{t('diskInfo.free')}</th>
            <th scope="col">{t('diskInfo.reserve')}</th>
            <th scope="col">{t('diskInfo.used')}</th>
          </tr>
        </thead>
        <tbody>
          {disks.map((disk) => (
            <tr key={disk.path}>
              <th scope="row" dir="ltr">
                {disk.path}
              </th>
              <td className={isTrouble(disk) ? styles.trouble : undefined}>{t(`diskInfo.status.${disk.status}`)}</td>
              <td className="num">{sizeIn(GB, disk.full_size, t)}</td>
              <td className="num">{sizeIn(GB, disk.free_size, t)}</td>
              <td className="num">{sizeIn(MB, disk.reserve, t)}</td>
              <td className="num">
                <Used disk={disk} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Used({ disk: { path, used, full_size: full } }: { readonly disk: RecordingDiskInfo }) {
  const t = useText()
  if (used === null || full === null || full === 0) return t('diskInfo.unknown')
  const share = used / full
  return (
    <span className={styles.used}>
      <meter min={0} max={1} value={share} aria-label={t('diskInfo.usedOf', { path })} />
      <span>{`${Number((share * 100).toFixed(1))} %`}</span>
    </span>
  )
}

function isTrouble({ status }: RecordingDiskInfo): boolean {
  return status === 'full' || status === 'failing' || status === 'missing'
}

function sizeIn(unit: number, bytes: number | null, t: Translate): string {
  return bytes === null ? t('diskInfo.unknown') : String(Number((bytes / unit).toFixed(2)))
}
