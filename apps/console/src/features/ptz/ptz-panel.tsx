import type { PtzWord } from '@fleetglass/contract/ptz'
import type { TextKey } from '@fleetglass/texts'
import { useState } from 'react'
import { type Device, type DeviceChannel, useDevice, useOfferedChannels } from '../../engines/fleet/index.ts'
import { useStreamServer, VideoTile } from '../../engines/player/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { PageState } from '../../ui/index.ts'
import { ChannelPager } from './components/channel-pager.tsx'
import { HoldButton } from './components/hold-button.tsx'
import { useSteering } from './use-steering.ts'
import './ptz.css'

/** PTZ-01 … 04: the cameras of a device, one at a time, and what moves them. */
export function PtzPanel({ deviceId }: { readonly deviceId: string }) {
  const t = useText()
  const device = useDevice(deviceId)
  if (!device?.online)
    return <PageState icon="offline" title={t('ptz.offline')} hint={t('live.popupHint')} role="alert" />
  return <Cameras key={deviceId} device={device} />
}

function Cameras({ device }: { readonly device: Device }) {
  const t = useText()
  const channels = useOfferedChannels(device)
  const [chosen, setChosen] = useState<number | null>(null)
  const current = channels.find(({ number }) => number === chosen) ?? channels[0]
  if (current === undefined) return <PageState icon="camera" title={t('ptz.noChannels')} />
  return <Camera device={device} channels={channels} current={current} onChoose={setChosen} />
}

function Camera(props: {
  readonly device: Device
  readonly channels: readonly DeviceChannel[]
  readonly current: DeviceChannel
  readonly onChoose: (channel: number) => void
}) {
  const t = useText()
  const server = useStreamServer()
  const { device, channels, current, onChoose } = props
  const { number, name } = current
  const { wheel, state } = useSteering(device.deviceId, number)
  const held = { wheel, state, channel: number }
  return (
    <div className="ptz">
      <div className="ptz-picture">
        <VideoTile
          key={number}
          server={server}
          source={{ kind: 'live', deviceId: device.deviceId, channel: number }}
          name={name || t('ptz.channel', { channel: number })}
          enlarged
        />
      </div>
      <div className="ptz-controls">
        <ChannelPager channels={channels} current={number} onChoose={onChoose} />
        <fieldset className="ptz-pad" aria-label={t('ptz.pad')} aria-describedby="ptz-hint">
          {directions.map(([word, labelKey]) => (
            <HoldButton key={word} {...held} word={word} icon="arrowUp" label={t(labelKey)} />
          ))}
        </fieldset>
        <fieldset className="ptz-zoom" aria-label={t('ptz.zoom')}>
          <HoldButton {...held} word="ZO" icon="minus" label={t('ptz.zoomOut')} />
          <HoldButton {...held} word="ZI" icon="plus" label={t('ptz.zoomIn')} />
        </fieldset>
        <p className="ptz-hint muted" id="ptz-hint">
          {t('ptz.hint')}
        </p>
      </div>
    </div>
  )
}

/** In the order in which they stand, row by row. */
const directions = [
  ['UPLT', 'ptz.upLeft'],
  ['UP', 'ptz.up'],
  ['UPRT', 'ptz.upRight'],
  ['LT', 'ptz.left'],
  ['RT', 'ptz.right'],
  ['DNLT', 'ptz.downLeft'],
  ['DN', 'ptz.down'],
  ['DNRT', 'ptz.downRight'],
] as const satisfies readonly (readonly [PtzWord, TextKey])[]
