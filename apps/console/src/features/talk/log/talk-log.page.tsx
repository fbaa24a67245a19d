import { type TalkAudioSide, type TalkRow, talkAudioPath, talkLogPath, talkRowsSchema } from '@fleetglass/contract/talk'
import { useMemo, useState } from 'react'
import { useSession } from '../../../engines/channel/index.ts'
import { useFleetState } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { type LogColumn, LogPage, useLogColumns } from '../../../shared/logs/index.ts'
import { AudioCell, type PlayedTalk, TalkPlayer } from './talk-audio.tsx'

const source = { path: talkLogPath, rows: talkRowsSchema, keyOf: ({ serialno }: TalkRow) => String(serialno) }

/** TALKLOG-01: talks and broadcasts, with what was said. */
export function TalkLogPage() {
  const t = useText()
  const { permission } = useSession().rights
  const [played, setPlayed] = useState<PlayedTalk | null>(null)
  const device = { id: 'deviceid', label: t('logs.deviceId'), max: 31 }
  // TALKLOG-03.
  const filters = permission === 0 ? [{ id: 'member', label: t('logs.user') }, device] : [device]
  return (
    <LogPage
      title={t('page.talkLog')}
      source={source}
      filters={filters}
      fieldsOf={fieldsOf}
      columns={useTalkColumns(setPlayed)}
    >
      {played === null ? null : <TalkPlayer key={played.address} talk={played} onClose={() => setPlayed(null)} />}
    </LogPage>
  )
}

function fieldsOf({ member = '', deviceid = '' }: Readonly<Record<string, string>>) {
  return { member, deviceid }
}

function useTalkColumns(onPlay: (talk: PlayedTalk) => void) {
  const t = useText()
  const { userName: user, passwordHash: password } = useSession()
  const devices = useFleetState((fleet) => fleet.devices)
  const columns = useMemo((): readonly LogColumn<TalkRow>[] => {
    const audio = (side: TalkAudioSide, isThere: (row: TalkRow) => boolean): LogColumn<TalkRow> => ({
      id: side,
      label: t(`talkLog.${side}`),
      text: () => '',
      cell: (row) => {
        if (!isThere(row)) return null
        const address = `${talkAudioPath(row, side)}?${new URLSearchParams({ user, password })}`
        const label = t(`talkLog.${side}`)
        const title = `${label}, ${row.deviceid}, ${localTimeText(row.begintime)}`
        return <AudioCell label={label} onPlay={() => onPlay({ address, title })} address={address} />
      },
    })
    return [
      { id: 'ip', label: t('talkLog.ip'), text: ({ sourceip }) => sourceip },
      { id: 'user', label: t('logs.user'), text: ({ username }) => username },
      { id: 'device', label: t('logs.deviceId'), text: ({ deviceid }) => deviceid.replaceAll(',', ', ') },
      {
        id: 'memo',
        label: t('talkLog.deviceMemo'),
        text: ({ deviceid }) =>
          deviceid
            .split(',')
            .flatMap((id) => devices.get(id)?.memo || [])
            .join(', '),
      },
      { id: 'begin', label: t('talkLog.beginTime'), text: ({ begintime }) => localTimeText(begintime) },
      {
        id: 'end',
        label: t('talkLog.endTime'),
        text: ({ endtime }) => (endtime === null ? t('talkLog.on') : localTimeText(endtime)),
      },
      { id: 'duration', label: t('talkLog.duration'), numeric: true, text: ({ duration }) => String(duration) },
      { id: 'updated', label: t('logs.updateTime'), text: ({ updatetime }) => localTimeText(updatetime) },
      audio('source', ({ sourceaudio }) => sourceaudio === 1),
      audio('mdvr', ({ mdvraudio }) => mdvraudio === 1),
      audio('merge', ({ mergeaudio }) => mergeaudio === 1),
    ]
  }, [t, user, password, devices, onPlay])
  return useLogColumns(columns)
}
