import { mayDownload } from '@fleetglass/contract/exports'
import { type ReactNode, useReducer, useState } from 'react'
import { useSession } from '../../../engines/channel/index.ts'
import {
  isOverMax,
  maxChannels,
  next,
  type Onward,
  type ShownRecord,
  StartSlider,
  startRemote,
  useDownload,
  useRemotePlayers,
  withCurrent,
} from '../../../engines/device-recordings/index.ts'
import { type Device, useOfferedChannels } from '../../../engines/fleet/index.ts'
import { TileGrid, useStreamServer } from '../../../engines/player/index.ts'
import { useClock, useIsMobile, useSite } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { durationText, localTimeText } from '../../../platform/time/index.ts'
import { notify, PageState } from '../../../ui/index.ts'
import { useRecordList } from '../remote.queries.ts'
import { DownloadControl, downloadSize } from './download-control.tsx'
import { LiveMap } from './live-map.tsx'
import { RecordTable } from './record-table.tsx'
import { RemoteControls } from './remote-controls.tsx'
import { RemoteTiles } from './remote-tiles.tsx'

/** The recordings on one device. Another device gets a new one of these (by `key`): everything starts fresh (REPB-35). */
export function DeviceRemote(props: {
  readonly device: Device
  readonly deviceChoice: (disabled: boolean) => ReactNode
}) {
  const t = useText()
  const clock = useClock()
  const mobile = useIsMobile()
  const server = useStreamServer()
  const site = useSite()
  const downloads = mayDownload(useSession().rights, site)
  const { device } = props
  const { deviceId, online, recording } = device
  const channels = useOfferedChannels(device)
  const offered = channels.map(({ number }) => number)
  const [state, dispatch] = useReducer(next, null, () => startRemote(offered))
  const list = useRecordList(deviceId, online)
  const [nowS, setNowS] = useState(() => Math.floor(clock.nowMs() / 1000))
  const records = online ? withCurrent(list.data ?? [], recording, nowS) : []
  const players = useRemotePlayers(state, clock)
  const download = useDownload()
  const [downloadS, setDownloadS] = useState(0)
  const locked = download.state.kind === 'running'
  const { record, take } = state
  const playing = take !== null && !players.over

  const onward = (): Onward | null => {
    const ms = players.positionMs()
    if (!playing || take === null) return null
    return { atS: ms === null ? take.startS : Math.floor(ms / 1000), streamId: drawStreamId() }
  }
  const choose = (chosen: ShownRecord) => {
    download.close()
    dispatch({ type: 'record', record: chosen })
  }
  const chooseChannel = (channel: number) => {
    if (isOverMax(state, channel)) notify.error(t('playback.overMax', { count: maxChannels }))
    else dispatch({ type: 'channel', channel, onward: onward() })
  }
  const startDownload = (seconds: number) => {
    if (record === null) return
    dispatch({ type: 'stop' })
    const endS = Math.min(state.startS + seconds, record.end)
    const part = { startS: state.startS, endS: Math.max(endS, state.startS + 1) }
    setDownloadS(part.endS - part.startS)
    download.start({ server, deviceId, channels: state.channels, main: state.main, ...part })
  }
  const refresh = () => {
    setNowS(Math.floor(clock.nowMs() / 1000))
    void list.refetch()
  }
  const shown = channels.filter(({ number }) => state.channels.includes(number))
  return (
    <div className={mobile ? 'remote-page remote-mobile' : 'remote-page'}>
      <div className="remote-side panel">
        {props.deviceChoice(locked)}
        <RecordTable
          records={records}
          chosen={record}
          online={online}
          loading={online && list.isPending}
          disabled={locked}
          onChoose={choose}
          onRefresh={refresh}
        />
      </div>
      <section className="remote-main" aria-label={deviceId}>
        {record === null ? (
          <div className="remote-empty panel">
            <PageState
              icon="playback"
              title={t('remote.pickTitle')}
              hint={t(online ? 'remote.pickHint' : 'remote.offline')}
            />
          </div>
        ) : (
          <>
            <header className="remote-head">
              <RemoteControls
                state={state}
                channels={channels}
                playing={playing}
                disabled={locked}
                canPlay={online}
                onPlay={() => dispatch({ type: 'play', streamId: drawStreamId() })}
                onEvent={dispatch}
                onMulti={
                  site.disableMultiPlayback ? null : () => dispatch({ type: 'multi', offered, onward: onward() })
                }
                onMain={() => dispatch({ type: 'main', onward: onward() })}
                onChannel={chooseChannel}
              />
              {downloads ? (
                <DownloadControl
                  state={download.state}
                  canStart={online}
                  onStart={startDownload}
                  onClose={download.close}
                />
              ) : null}
            </header>
            <StartSlider
              record={record}
              startS={state.startS}
              atS={playing ? players.atS : null}
              disabled={locked}
              onStart={(startS) => dispatch({ type: 'start', startS })}
            />
            <div className={state.map ? 'remote-panes remote-panes-map' : 'remote-panes'}>
              {download.state.kind === 'running' ? (
                <div className="remote-empty panel">
                  <PageState
                    icon="download"
                    title={t('remote.downloading', { length: durationText(downloadS) })}
                    hint={downloadSize(download.state.bytes, t)}
                  >
                    <button type="button" className="btn btn-quiet" onClick={download.close}>
                      {t('action.cancel')}
                    </button>
                  </PageState>
                </div>
              ) : take === null ? (
                <div className="remote-empty panel">
                  <PageState
                    icon="play"
                    title={t('remote.readyTitle', { time: localTimeText(state.startS) })}
                    hint={t('remote.readyHint')}
                  />
                </div>
              ) : (
                <TileGrid tiles={shown.length}>
                  <RemoteTiles
                    server={server}
                    deviceId={deviceId}
                    channels={shown}
                    take={take}
                    main={state.main}
                    register={players.register}
                  />
                </TileGrid>
              )}
              {state.map ? <LiveMap device={device} server={server} /> : null}
            </div>
          </>
        )}
      </section>
    </div>
  )
}

/** REPB-23: a random number, unique for practical purposes. */
function drawStreamId(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]!
}
