import { useState } from 'react'
import { Link } from 'react-router'
import { useMayPlayback } from '../../../engines/access/index.ts'
import { type Device, useDeviceLabel, useOfferedChannels } from '../../../engines/fleet/index.ts'
import { TileGrid, useStreamServer, VideoTile } from '../../../engines/player/index.ts'
import { useIsMobile } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { Icon, notify, PageState } from '../../../ui/index.ts'
import { firstOpen, maxOpen, toggleChannel } from '../live.selection.ts'
import { ChannelToggles } from './channel-toggles.tsx'

/** All channels of one device. A new device gets a new one of these (by `key`), so that its selection starts fresh. */
export function DeviceLive({ device }: { readonly device: Device }) {
  const t = useText()
  const mobile = useIsMobile()
  const server = useStreamServer()
  const mayPlayback = useMayPlayback()
  const offered = useOfferedChannels(device)
  const label = useDeviceLabel(device)
  const [open, setOpen] = useState<readonly number[]>(() => firstOpen(offered, mobile))
  const toggle = (channel: number) => {
    const result = toggleChannel(open, channel, offered)
    if (result.kind === 'changed') setOpen(result.open)
    else notify.error(t('live.overMax', { count: maxOpen }))
  }
  const shown = offered.filter(({ number }) => open.includes(number))
  return (
    <section className="device-live" aria-label={device.deviceId}>
      <header className="live-head">
        <h1 className="live-title">{device.memo === '' ? label : `${label} - ${device.memo}`}</h1>
        <ChannelToggles offered={offered} open={open} onToggle={toggle} />
        {mayPlayback ? (
          <Link className="icon-button live-to-playback" to={`/splayback/${encodeURIComponent(device.deviceId)}`}>
            <Icon name="playback" size={16} /> {t('live.playback')}
          </Link>
        ) : null}
      </header>
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
              onClose={() => toggle(number)}
            />
          ))}
        </TileGrid>
      )}
    </section>
  )
}
