import type { EvidencePackage } from '@fleetglass/contract/evidence'
import type { Translate } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { bytesText } from '../../platform/units/index.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { Icon } from '../../ui/index.ts'
import styles from './evidence.module.css'

export type EvidenceAction = 'download' | 'share' | 'custody' | 'release'

export interface ColumnOptions {
  readonly t: Translate
  readonly labelOf: (deviceId: string) => string
  readonly mayDownload: (one: EvidencePackage) => boolean
  readonly mayRelease: boolean
  readonly onAction: (action: EvidenceAction, one: EvidencePackage) => void
}

export function evidenceColumns(options: ColumnOptions): readonly DataColumn<EvidencePackage>[] {
  const { t, labelOf } = options
  return [
    { id: 'device', label: t('evidence.device'), text: ({ deviceid }) => labelOf(deviceid) },
    {
      id: 'range',
      label: t('evidence.range'),
      text: ({ start, end }) => `${localTimeText(start)} – ${localTimeText(end).slice(11)}`,
      value: ({ start }) => start,
    },
    { id: 'channels', label: t('evidence.channels'), text: ({ channels }) => channels.join(', ') },
    { id: 'reason', label: t('evidence.reason'), text: ({ reason }) => reason },
    { id: 'user', label: t('evidence.madeBy'), text: ({ user }) => user },
    { id: 'time', label: t('evidence.time'), text: ({ time }) => localTimeText(time), value: ({ time }) => time },
    { id: 'state', label: t('evidence.state'), text: (one) => stateText(t, one) },
    {
      id: 'size',
      label: t('evidence.size'),
      numeric: true,
      text: ({ bytes }) => (bytes > 0 ? bytesText(bytes) : ''),
      value: ({ bytes }) => bytes,
    },
    {
      id: 'actions',
      label: t('evidence.actions'),
      plain: true,
      pinned: true,
      text: () => '',
      cell: (one) => <Actions one={one} options={options} />,
    },
  ]
}

function stateText(t: Translate, { state, failure, percent }: EvidencePackage): string {
  if (state === 'making') return t('evidence.state.making', { percent })
  if (state !== 'failed') return t(`evidence.state.${state}`)
  return t('evidence.state.failed', { reason: t(`evidence.failure.${failure ?? 'not-readable'}`) })
}

function Actions({ one, options }: { readonly one: EvidencePackage; readonly options: ColumnOptions }) {
  const { t, labelOf, mayDownload, mayRelease, onAction } = options
  const device = labelOf(one.deviceid)
  const isAllowed = mayDownload(one)
  const isReady = one.state === 'ready'
  const offered = [
    { action: 'download', icon: 'download', isOffered: isReady, isAllowed },
    { action: 'share', icon: 'share', isOffered: isReady, isAllowed },
    { action: 'custody', icon: 'list', isOffered: true, isAllowed: true },
    { action: 'release', icon: 'trash', isOffered: mayRelease, isAllowed: true },
  ] as const
  return (
    <div className={styles.actions}>
      {offered.map(({ action, icon, isOffered, isAllowed: may }) => {
        if (!isOffered) return null
        const label = may ? t(`evidence.${action}`, { device }) : t('evidence.noTrackRight')
        return (
          <button
            key={action}
            type="button"
            className="icon-button"
            aria-label={label}
            title={label}
            disabled={!may}
            onClick={() => onAction(action, one)}
          >
            <Icon name={icon} size={16} />
          </button>
        )
      })}
    </div>
  )
}
