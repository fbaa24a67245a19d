import type { RecordingLock } from '@fleetglass/contract/exports'
import { useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { ConfirmDialog, Icon } from '../../../ui/index.ts'
import '../exports.css'
import { useMayLock, useUnlock } from '../lock.queries.ts'

/** What of a day is never deleted, and how to give it free; nothing where nothing is locked. */
export function LockedRanges(props: { readonly deviceId: string; readonly locks: readonly RecordingLock[] }) {
  const t = useText()
  const mayLock = useMayLock()
  const unlock = useUnlock(props.deviceId)
  const [asked, setAsked] = useState<RecordingLock | null>(null)
  if (props.locks.length === 0) return null
  return (
    <>
      <ul className="locked-ranges" aria-label={t('locks.list')}>
        {props.locks.map((lock) => (
          <li key={lock.id}>
            <Icon name="lock" size={14} />
            <span className="num" dir="ltr">
              {timesOf(lock)}
            </span>
            <span>{lock.ch === 0 ? t('locks.all') : t('exports.channel', { channel: lock.ch })}</span>
            <span className="muted" dir="auto">
              {lock.reason === '' ? lock.user : `${lock.user}: ${lock.reason}`}
            </span>
            {mayLock ? (
              <button
                type="button"
                className="icon-button"
                aria-label={t('locks.unlock', { times: timesOf(lock) })}
                title={t('locks.unlock', { times: timesOf(lock) })}
                onClick={() => setAsked(lock)}
              >
                <Icon name="close" size={14} />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        title={t('locks.unlockTitle')}
        about={asked === null ? '' : timesOf(asked)}
        text={t('locks.unlockText')}
        confirmLabel={t('locks.unlockConfirm')}
        onConfirm={async () => {
          if (asked !== null) await unlock.mutateAsync(asked)
        }}
        onClose={() => setAsked(null)}
      />
    </>
  )
}

function timesOf({ start, end }: RecordingLock): string {
  return `${localTimeText(start).slice(11)} – ${localTimeText(end).slice(11)}`
}
