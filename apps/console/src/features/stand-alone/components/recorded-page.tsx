import { remoteSpeeds } from '@fleetglass/contract/remote-playback'
import type { StandAloneWish } from '@fleetglass/contract/stand-alone'
import { useEffect, useMemo, useReducer, useState } from 'react'
import {
  isOverMax,
  maxChannels,
  next,
  type RemoteState,
  SharedStream,
  StartSlider,
  startRemote,
  useRemotePlayers,
} from '../../../engines/device-recordings/index.ts'
import { useClock } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { ChannelChoice } from '../../../shared/choices/index.ts'
import { Icon, PageState } from '../../../ui/index.ts'
import { type Mp4Source, useMp4Download } from '../use-mp4-download.ts'
import { Mp4Control } from './mp4-control.tsx'
import { StreamAlert } from './stream-alert.tsx'
import { StreamTiles, useFailures, useServer } from './stream-tiles.tsx'

/** As fast as the server plays its own recordings: what speed 0 means for them. */
const FASTEST_LOCAL = 16

/** STAND-03, STAND-04: a part of a recording, of the server or of the device itself. */
export function RecordedPage({ from, wish }: { readonly from: Mp4Source; readonly wish: StandAloneWish }) {
  const t = useText()
  const { deviceId, channels: offered } = wish
  const server = useServer(wish.info)
  const record = useMemo(
    () => ({ start: wish.startS, end: wish.startS + wish.durationS, type: 0 }) as const,
    [wish.startS, wish.durationS],
  )
  const [state, dispatch] = useReducer(next, null, () => beginning(wish, record))
  const [overMax, setOverMax] = useState(false)
  const [shared] = useState(() => new SharedStream())
  const { take, main, channels } = state
  const speed = from === 'playback' && state.speed === 0 ? FASTEST_LOCAL : state.speed
  const players = useRemotePlayers({ speed: speed as RemoteState['speed'], take }, useClock())
  const mp4 = useMp4Download(from)
  const { failures, report } = useFailures()
  const locked = mp4.state.kind === 'running'
  const playing = take !== null && !players.over
  const { atS } = players

  useEffect(() => {
    // The recording on the server goes on after the requested range.
    if (take !== null && atS !== null && atS >= take.endS) dispatch({ type: 'stop' })
  }, [take, atS])

  const onward = () => (playing && take ? { atS: atS ?? take.startS, streamId: drawStreamId() } : null)
  const chooseChannel = (channel: number) => {
    const refused = isOverMax(state, channel)
    setOverMax(refused)
    if (!refused) dispatch({ type: 'channel', channel, onward: onward() })
  }
  const download = () => {
    // STAND-36.
    dispatch({ type: 'stop' })
    mp4.start({ server, deviceId, channels, main, startS: state.startS, endS: record.end })
  }
  const alerts = [
    ...(overMax ? [t('playback.overMax', { count: maxChannels })] : []),
    ...(mp4.state.kind === 'failed' ? [t('standAlone.downloadFail')] : []),
    ...failures,
  ]
  return (
    <>
      <StreamAlert texts={alerts} />
      <div className="stream-bar">
        <fieldset className="stream-controls" disabled={locked}>
          <button
            type="button"
            className="btn btn-primary icon-text"
            aria-label={t(playing ? 'remote.stop' : 'remote.play')}
            title={t(playing ? 'remote.stop' : 'remote.play')}
            onClick={() => dispatch(playing ? { type: 'stop' } : { type: 'play', streamId: drawStreamId() })}
          >
            <Icon name={playing ? 'stop' : 'play'} />
          </button>
          <select
            className="form-select form-select-sm stream-speed num"
            aria-label={t('standAlone.speed')}
            title={t('standAlone.speed')}
            value={state.speed}
            onChange={({ target }) =>
              dispatch({ type: 'speed', speed: remoteSpeeds.find((one) => String(one) === target.value) ?? 1 })
            }
          >
            {remoteSpeeds.map((one) => (
              <option key={one} value={one}>
                {one === 0 ? t('remote.unlimited') : t('playback.times', { speed: one })}
              </option>
            ))}
          </select>
          {offered.length > 1 ? (
            <ChannelChoice
              channels={offered.map((number) => ({ number, name: '' }))}
              chosen={channels}
              multi={{ on: state.multi, onChange: () => dispatch({ type: 'multi', offered, onward: onward() }) }}
              onChannel={chooseChannel}
            />
          ) : null}
        </fieldset>
        <Mp4Control state={mp4.state} onStart={download} onClose={mp4.close} />
      </div>
      <StartSlider
        record={record}
        startS={state.startS}
        atS={playing ? atS : null}
        disabled={locked}
        onStart={(startS) => dispatch({ type: 'start', startS })}
      />
      {take === null ? (
        <div className="stream-places stream-rest panel">
          <PageState icon="play" title={t('remote.readyTitle', { time: localTimeText(state.startS) })} />
        </div>
      ) : (
        <StreamTiles
          server={server}
          channels={channels}
          sourceOf={(channel) =>
            from === 'remote'
              ? { kind: 'remote', deviceId, channel, channels, main, ...take }
              : { kind: 'playback', deviceId, channel, startS: take.startS, streamId: take.streamId }
          }
          {...(from === 'remote' && { openerOf: (channel: number) => shared.opener(channel) })}
          onFailure={report}
          onPlayer={players.register}
        />
      )}
    </>
  )
}

/** It plays at once; several channels begin with the first four (STAND-27). */
function beginning(wish: StandAloneWish, record: NonNullable<RemoteState['record']>): RemoteState {
  const { channels: offered, durationS, main, speed } = wish
  const events = [
    { type: 'record', record },
    { type: 'duration', durationS },
    ...(offered.length > 1 ? [{ type: 'multi', offered, onward: null } as const] : []),
    ...(main === true ? [{ type: 'main', onward: null } as const] : []),
    { type: 'play', streamId: drawStreamId() },
    { type: 'speed', speed },
  ] as const
  return events.reduce<RemoteState>(next, startRemote(offered))
}

/** A random number, unique for practical purposes. */
function drawStreamId(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]!
}
