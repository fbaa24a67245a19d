import type { RecordingSpace } from '@fleetglass/contract/exports'
import { useEffect, useRef } from 'react'
import { useLabelOf } from '../../../engines/fleet/index.ts'
import { useClock, useDateText } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { bytesText } from '../../../platform/units/index.ts'
import { notify } from '../../../ui/index.ts'
import { useRecordingRoom } from '../exports.queries.ts'
import '../exports.css'

/** One line: how long the disk space lasts and which recording is removed first. A disk that takes no data is an alert, and so is its end. */
export function RoomLine() {
  const t = useText()
  const clock = useClock()
  const dateText = useDateText()
  const labelOf = useLabelOf()
  const room = useRecordingRoom()
  useStopNotice(room?.stopped)
  const title = useTitle(room)
  if (room === undefined) return null
  const { full, first } = room
  const leftH = full === null ? 0 : Math.max(0, Math.round((full - clock.nowMs() / 1000) / 3600))
  const time = leftH >= 48 ? t('room.days', { count: Math.floor(leftH / 24) }) : t('room.hours', { count: leftH })
  return (
    <p className="room-line muted num" title={title}>
      <span data-warns={full !== null && leftH < 48}>
        {full === null ? t('room.steady', { free: bytesText(room.freeBytes) }) : t('room.full', { time })}
      </span>
      {first ? (
        <span dir="auto">
          {t('room.first', {
            device: labelOf(first.deviceid),
            date: dateText(new Date(first.start * 1000), { day: 'numeric', month: 'short' }),
          })}
        </span>
      ) : null}
    </p>
  )
}

/** What all devices come to; `undefined` for a user who does not see all of them. */
function useTitle(room: RecordingSpace | undefined): string | undefined {
  const t = useText()
  if (room === undefined || room.usedBytes === null || room.lockedBytes === null || room.bytesPerDay === null) {
    return undefined
  }
  return t('room.title', {
    used: bytesText(room.usedBytes),
    locked: bytesText(room.lockedBytes),
    free: bytesText(room.freeBytes),
    day: bytesText(room.bytesPerDay),
  })
}

const noticeId = 'recording-room'

/** Stays until recording goes on, or the user has seen it. */
function useStopNotice(stopped: RecordingSpace['stopped'] | undefined): void {
  const t = useText()
  const told = useRef<RecordingSpace['stopped']>(null)
  useEffect(() => {
    if (stopped === undefined || stopped === told.current) return
    told.current = stopped
    if (stopped === null) notify.success(t('room.goesOn'), { id: noticeId })
    else {
      const text = t(stopped === 'full' ? 'room.stoppedFull' : 'room.stoppedFailing')
      notify.error(text, { id: noticeId, stays: 'until-closed' })
    }
  }, [stopped, t])
}
