import { useId, useState } from 'react'
import { type Device, useFleetList, useFleetState } from '../../engines/fleet/index.ts'
import { type Player, usePlayerView, useStreamServer, VideoTile } from '../../engines/player/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Loading, PageState } from '../../ui/index.ts'
import './self-test.css'

/** `/videotest`: one channel in one tile, and how many frames came (SHELL-071). */
export function VideoTestPage() {
  const t = useText()
  const loaded = useFleetState((state) => state.loaded)
  const online = useFleetList((state) =>
    [...state.devices.values()].filter((device) => device.registered && device.online && device.channels.length > 0),
  )
  const [chosenId, setChosenId] = useState<string | null>(null)
  const device = online.find(({ deviceId }) => deviceId === chosenId) ?? online[0]
  if (!loaded) return <Loading label={t('page.loading')} />
  if (!device) return <PageState icon="offline" title={t('videoTest.noneTitle')} hint={t('videoTest.noneHint')} />
  return <OneChannel key={device.deviceId} device={device} online={online} onDevice={setChosenId} />
}

function OneChannel(props: {
  readonly device: Device
  readonly online: readonly Device[]
  readonly onDevice: (deviceId: string) => void
}) {
  const t = useText()
  const server = useStreamServer()
  const { deviceId, channels } = props.device
  const [channel, setChannel] = useState(channels[0]?.number ?? 1)
  const [player, setPlayer] = useState<Player | null>(null)
  const frames = usePlayerView(player)?.statistics.receivedFrames ?? 0
  return (
    <section className="self-test panel">
      <h1>{t('page.videoTest')}</h1>
      <div className="self-test-choices">
        <Choice
          label={t('videoTest.device')}
          chosen={deviceId}
          values={props.online.map((one) => one.deviceId)}
          onChoose={props.onDevice}
        />
        <Choice
          label={t('videoTest.channel')}
          chosen={String(channel)}
          values={channels.map(({ number }) => String(number))}
          onChoose={(value) => setChannel(Number(value))}
        />
        <p className="self-test-count">
          <span className="muted">{t('videoTest.frames')}</span> <output className="num">{frames}</output>
        </p>
      </div>
      <div className="self-test-tile">
        <VideoTile
          key={channel}
          server={server}
          source={{ kind: 'live', deviceId, channel }}
          name={`${deviceId} · ${channel}`}
          onPlayer={setPlayer}
          enlarged
        />
      </div>
    </section>
  )
}

function Choice(props: {
  readonly label: string
  readonly chosen: string
  readonly values: readonly string[]
  readonly onChoose: (value: string) => void
}) {
  const id = useId()
  return (
    <div>
      <label className="form-label" htmlFor={id}>
        {props.label}
      </label>
      <select
        id={id}
        className="form-select"
        value={props.chosen}
        onChange={(event) => props.onChoose(event.target.value)}
      >
        {props.values.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
    </div>
  )
}
