import { useState } from 'react'
import { type Device, drivingState, useDeviceLabel, useOfferedChannels } from '../../../engines/fleet/index.ts'
import { useStreamServer, VideoTile } from '../../../engines/player/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { Icon, SpeedGauge } from '../../../ui/index.ts'

/** MAP-41 … MAP-43: what the vehicle in focus sees, and how fast it is. A new device gets a new one of these (by `key`). */
export function FloatingLive({ device, onClose }: { readonly device: Device; readonly onClose: () => void }) {
  const t = useText()
  const label = useDeviceLabel(device)
  const server = useStreamServer()
  const offered = useOfferedChannels(device)
  const [chosen, setChosen] = useState(offered[0]?.number)
  const channel = offered.find(({ number }) => number === chosen)
  return (
    <section className="floating-live panel" aria-label={t('map.floating', { device: label })}>
      <header>
        <strong dir="auto">{label}</strong>
        <button type="button" className="icon-button" aria-label={t('map.floatingClose')} onClick={onClose}>
          <Icon name="close" size={16} />
        </button>
      </header>
      {channel ? (
        <VideoTile
          key={channel.number}
          server={server}
          source={{ kind: 'live', deviceId: device.deviceId, channel: channel.number }}
          name={channel.name || t('live.channel', { channel: channel.number })}
        />
      ) : null}
      <div className="floating-live-foot">
        <SpeedGauge
          speedKmh={device.position?.speedKmh ?? null}
          isFast={drivingState(device) === 'overSpeed'}
          place="overview"
        />
        <fieldset className="floating-live-channels">
          <legend className="visually-hidden">{t('map.floatingChannels')}</legend>
          {offered.map(({ number, name }) => (
            <button
              key={number}
              type="button"
              className="floating-live-channel num"
              aria-pressed={number === chosen}
              aria-label={name || t('live.channel', { channel: number })}
              title={name || t('live.channel', { channel: number })}
              onClick={() => setChosen(number)}
            >
              {number}
            </button>
          ))}
        </fieldset>
      </div>
    </section>
  )
}
