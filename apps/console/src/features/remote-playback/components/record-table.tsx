import { useEffect, useRef } from 'react'
import type { ShownRecord } from '../../../engines/device-recordings/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { durationText, localTimeText } from '../../../platform/time/index.ts'
import { Icon, VirtualList } from '../../../ui/index.ts'

const typeKeys = { 0: 'remote.normal', 1: 'remote.gSensor', 2: 'remote.alarm', current: 'remote.current' } as const

/** What the device has recorded (REPB-06, REPB-27, REPB-37). Up and down go through it as through a list. */
export function RecordTable(props: {
  readonly records: readonly ShownRecord[]
  readonly chosen: ShownRecord | null
  readonly online: boolean
  readonly loading: boolean
  readonly disabled: boolean
  readonly onChoose: (record: ShownRecord) => void
  readonly onRefresh: () => void
}) {
  const t = useText()
  const { records, chosen, disabled } = props
  const section = useRef<HTMLElement>(null)
  const isThere = records.length > 0
  useEffect(() => {
    // The newest stands last, and is what is looked for most.
    const list = isThere ? section.current?.querySelector('.record-rows') : null
    if (list) list.scrollTop = list.scrollHeight
  }, [isThere])
  return (
    <section ref={section} className="record-list" aria-label={t('remote.records')}>
      <div className="record-list-head">
        <span className="muted">{t('remote.records')}</span>
        <button
          type="button"
          className="icon-button"
          aria-label={t('remote.refresh')}
          title={t('remote.refresh')}
          disabled={!props.online || props.loading || disabled}
          onClick={props.onRefresh}
        >
          <Icon name="back" size={16} />
        </button>
      </div>
      <div className="record-row record-row-head" aria-hidden="true">
        <span>{t('remote.number')}</span>
        <span>{t('remote.type')}</span>
        <span>{t('remote.start')}</span>
        <span>{t('remote.length')}</span>
      </div>
      {records.length === 0 ? (
        <p className="record-none muted" role="status">
          {t(props.loading ? 'remote.loading' : props.online ? 'remote.noneHint' : 'remote.offline')}
        </p>
      ) : (
        <VirtualList
          className="record-rows"
          items={numbered(records)}
          keyOf={rowKey}
          heightPx={rowPx}
          entry={({ number, record }) => (
            <button
              type="button"
              className="record-row num"
              aria-pressed={chosen !== null && isSame(record, chosen)}
              disabled={disabled}
              onClick={() => props.onChoose(record)}
            >
              <span>{number}</span>
              <span>{t(typeKeys[record.type])}</span>
              <span>{localTimeText(record.start)}</span>
              <span>{durationText(record.end - record.start)}</span>
            </button>
          )}
        />
      )}
    </section>
  )
}

interface Row {
  readonly number: number
  readonly record: ShownRecord
}

const rowPx = () => 36
const rowKey = ({ record }: Row) => `${record.type}/${record.start}`

function numbered(records: readonly ShownRecord[]): readonly Row[] {
  return records.map((record, index) => ({ number: index + 1, record }))
}

/** The current record grows when the list is loaded again. */
function isSame(a: ShownRecord, b: ShownRecord): boolean {
  return a.start === b.start && a.type === b.type
}
