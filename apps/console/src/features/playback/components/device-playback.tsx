import { useCallback, useReducer, useState } from 'react'
import { toast } from 'sonner'
import type { Device } from '../../../engines/fleet/index.ts'
import { TileGrid } from '../../../engines/player/index.ts'
import { useClock, useIsMobile } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { Icon, PageState } from '../../../ui/index.ts'
import { dayOf, isDay } from '../local-days.ts'
import { isOverMax, maxChannels, next, standIn, startPlayback } from '../playback.machine.ts'
import { useRecordedDay, useRecordedDays } from '../playback.queries.ts'
import { hasRecord, latestRecorded, nearestRecorded, type RecordedDay, timeOfDay } from '../recorded-day.ts'
import { ChannelChoice } from './channel-choice.tsx'
import { DayBar } from './day-bar.tsx'
import { PickerPanel } from './picker-panel.tsx'
import { PlayControls } from './play-controls.tsx'
import { PlaybackTiles } from './playback-tiles.tsx'
import { usePlayers } from './use-players.ts'

/** The recordings of one device. Another device gets a new one of these (by `key`): channel and time start fresh (LOPB-30). */
export function DevicePlayback(props: {
  readonly device: Device
  /** The day of the address, if it names one. */
  readonly day: string | null
  readonly onDay: (day: string) => void
  readonly deviceChoice: React.ReactNode
}) {
  const t = useText()
  const clock = useClock()
  const mobile = useIsMobile()
  const { device } = props
  const offered = device.channels.map(({ number }) => number)
  const [state, dispatch] = useReducer(next, null, () => startPlayback(device.deviceId, offered))
  const [streamIds] = useState(() => Math.floor(clock.nowMs() % 0x7fff_0000))
  const days = useRecordedDays(device.deviceId)
  const day = chosenDay(props.day, days.data, dayOf(clock.nowMs()))
  const recorded = useRecordedDay(device.deviceId, day)
  const { register, positionMs } = usePlayers(state.speed, state.take, clock)

  const atS = () => {
    const ms = positionMs()
    return ms === null ? null : Math.floor(ms / 1000)
  }
  const go = (of: RecordedDay, secondOfDay: number) => {
    const at = nearestRecorded(of, secondOfDay)
    if (at !== null) dispatch({ type: 'time', startS: of.startS + at })
  }
  const latestS = recorded.data ? latestRecorded(recorded.data) : null
  const playLatest = () => recorded.data && latestS !== null && go(recorded.data, latestS)
  const play = () => {
    if (state.startS === null) playLatest()
    else dispatch({ type: 'play' })
  }
  const { take } = state
  const channelList = offered.join()
  const onNoRecord = useCallback(
    (channel: number) => dispatch({ type: 'no-record', channel, take, offered: channelList.split(',').map(Number) }),
    [take, channelList],
  )
  const instead = standIn(state)
  const jump = (seconds: number) => {
    const now = atS() ?? state.startS
    if (now !== null) dispatch({ type: 'time', startS: now + seconds })
  }
  const chooseChannel = (channel: number) => {
    if (isOverMax(state, channel)) toast.error(t('playback.overMax', { count: maxChannels }))
    else dispatch({ type: 'channel', channel, atS: atS() })
  }
  const shown = device.channels.filter(({ number }) => state.channels.includes(number))
  const startedOf = (of: RecordedDay) =>
    state.startS !== null && state.startS >= of.startS && state.startS < of.startS + 86_400
      ? state.startS - of.startS
      : null
  return (
    <div className={mobile ? 'playback-page playback-mobile' : 'playback-page'}>
      <PickerPanel
        deviceId={device.deviceId}
        deviceChoice={props.deviceChoice}
        day={day}
        days={days.data ?? []}
        recorded={recorded}
        chosenS={recorded.data ? startedOf(recorded.data) : null}
        onDay={props.onDay}
        onTime={go}
      />
      <section className="playback-main" aria-label={device.deviceId}>
        <header className="playback-head">
          <PlayControls
            speed={state.speed}
            started={state.startS !== null}
            canPlay={state.startS !== null || (recorded.data !== undefined && hasRecord(recorded.data))}
            onPlay={play}
            onPause={() => dispatch({ type: 'pause' })}
            onSlower={() => dispatch({ type: 'slower' })}
            onFaster={() => dispatch({ type: 'faster' })}
            onJump={jump}
          />
          <ChannelChoice
            channels={device.channels}
            chosen={state.channels}
            multi={state.multi}
            onMulti={(on) => dispatch({ type: 'multi', on, offered, atS: atS() })}
            onChannel={chooseChannel}
          />
        </header>
        <p className="playback-instead" role="status">
          {instead ? t('playback.instead', { asked: instead.asked, shown: instead.shown }) : null}
        </p>
        {state.startS === null ? (
          <div className="playback-empty panel">
            <PageState icon="playback" title={t('playback.pickTitle')} hint={t('playback.pickHint')}>
              {latestS === null ? null : (
                <button type="button" className="btn btn-primary" onClick={playLatest}>
                  <Icon name="play" size={16} /> {t('playback.playLatest', { time: timeOfDay(latestS).slice(0, 5) })}
                </button>
              )}
            </PageState>
          </div>
        ) : (
          <TileGrid tiles={shown.length}>
            <PlaybackTiles
              deviceId={device.deviceId}
              channels={shown}
              startS={state.startS}
              streamId={streamIds + state.take}
              register={register}
              onNoRecord={onNoRecord}
            />
          </TileGrid>
        )}
        {recorded.data ? (
          <DayBar
            day={recorded.data}
            positionMs={positionMs}
            onTime={(second) => recorded.data && go(recorded.data, second)}
          />
        ) : (
          <div className="day-bar" />
        )}
      </section>
    </div>
  )
}

/** The day of the address, else the latest recorded one, else today. */
function chosenDay(asked: string | null, days: readonly string[] | undefined, today: string): string {
  if (isDay(asked)) return asked
  return days?.filter((day) => day <= today).at(-1) ?? today
}
