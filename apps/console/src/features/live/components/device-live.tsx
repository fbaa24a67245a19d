import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Device, useDeviceLabel, useOfferedChannels } from '../../../engines/fleet/index.ts'
import { TileGrid, useStreamServer, VideoTile } from '../../../engines/player/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { useMayPlayback } from '../../../shared/access/index.ts'
import { Icon, notify, PageState } from '../../../ui/index.ts'
import { toggleChannel } from '../live.selection.ts'
import { ChannelToggles } from './channel-toggles.tsx'

/** The channels of one device: a button for each, and a tile for each that is open. The parent stores which are open. */
export function DeviceLive(props: {
  readonly device: Device
  readonly open: readonly number[]
  readonly onOpen: (open: readonly number[]) => void
  readonly most: number
  /** Further buttons beside those of the channels. */
  readonly tools?: ReactNode
}) {
  const t = useText()
  const server = useStreamServer()
  const mayPlayback = useMayPlayback()
  const { device, open, most } = props
  const offered = useOfferedChannels(device)
  const label = useDeviceLabel(device)
  const toggle = (channel: number) => {
    const result = toggleChannel(open, channel, offered, most)
    if (result.kind === 'changed') props.onOpen(result.open)
    else notify.error(t('live.overMax', { count: most }))
  }
  const shown = offered.filter(({ number }) => open.includes(number))
  return (
    <section className="device-live" aria-label={device.deviceId}>
      <header className="live-head">
        <h1 className="live-title" dir="auto">
          {label}
        </h1>
        <ChannelToggles offered={offered} open={open} onToggle={toggle} />
        <div className="live-tools">
          {props.tools}
          {mayPlayback ? (
            <Link className="icon-button live-tool" to={`/splayback/${encodeURIComponent(device.deviceId)}`}>
              <Icon name="playback" size={16} /> {t('live.playback')}
            </Link>
          ) : null}
        </div>
      </header>
      {device.online ? null : <DroppedNotice />}
      {shown.length === 0 ? (
        <PageState icon="live" title={t('live.noChannelsTitle')} hint={t('live.noChannelsHint')} />
      ) : (
        <TileGrid tiles={shown.length}>
          {shown.map(({ number, name }) => (
            <VideoTile
              key={number}
              server={server}
              source={{ kind: 'live', deviceId: device.deviceId, channel: number }}
              name={name || t('live.channel', { channel: number })}
              enlarged={shown.length === 1}
              few={shown.length <= 4}
              gone={!device.online}
              mayReplay={mayPlayback}
              onClose={() => toggle(number)}
            />
          ))}
        </TileGrid>
      )}
    </section>
  )
}

/** LIVE-13: the vehicle dropped while it was watched; what was seen last stays below. */
function DroppedNotice() {
  const t = useText()
  return (
    <p className="live-dropped alert alert-warning" role="alert">
      <Icon name="offline" size={18} /> <strong>{t('live.unknownDevice')}</strong> <span>{t('live.popupHint')}</span>
    </p>
  )
}
