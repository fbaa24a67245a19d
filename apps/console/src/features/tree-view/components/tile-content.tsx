import type { Wrap } from '@fleetglass/contract/tree-view'
import { Link } from 'react-router'
import { type Device, drivingState, useDevice, useDeviceLabel } from '../../../engines/fleet/index.ts'
import { MapPanel } from '../../../engines/map/index.ts'
import { useStreamServer, VideoTile } from '../../../engines/player/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { useMayPlayback } from '../../../shared/access/index.ts'
import { WallCard } from '../../../shared/wall/index.ts'
import { Icon } from '../../../ui/index.ts'

export interface TileName {
  readonly label: string
  readonly part: string
  /** Both in one line. */
  readonly name: string
}

/** What is in a tile: the live stream of a channel, the map around a device, or what stands for them. */
export function TileContent(props: {
  readonly wrap: Wrap
  readonly called: TileName
  /** It is the only one, and as large as the main stream deserves. */
  readonly alone: boolean
  readonly onClose: () => void
}) {
  const { wrap, called, alone, onClose } = props
  const { name } = called
  const heading = <Heading {...called} />
  const t = useText()
  const server = useStreamServer()
  const device = useDevice(wrap.device)
  if (wrap.type === 'channel' && device?.online) {
    const source = { kind: 'live', deviceId: wrap.device, channel: wrap.channel } as const
    return (
      <VideoTile server={server} source={source} name={name} heading={heading} enlarged={alone} onClose={onClose} />
    )
  }
  return (
    <WallCard name={name} heading={heading} closeLabel={t('tree.close', { name })} onClose={onClose}>
      {wrap.type === 'map' && device ? (
        <DeviceMap device={device} name={name} />
      ) : (
        <OfflinePicture deviceId={device === undefined ? null : wrap.device} />
      )}
    </WallCard>
  )
}

/** TREE-08, TREE-26. */
function DeviceMap({ device, name }: { readonly device: Device; readonly name: string }) {
  const t = useText()
  const { position, recording, icon } = device
  if (!position) return <p className="tile-instead">{t('dashboard.noGps')}</p>
  const state = drivingState(device)
  return (
    <MapPanel label={name} place={position} look={{ state, recording, icon, headingDeg: position.headingDeg }} fills />
  )
}

/**
 * TREE-25, TREE-54: in the place of a stream; nothing is requested from the server. A known device has its recordings beside it.
 * `deviceId` is null for a device that is not in the list.
 */
function OfflinePicture({ deviceId }: { readonly deviceId: string | null }) {
  const t = useText()
  const mayPlayback = useMayPlayback()
  return (
    <div className="tile-instead" data-picture="offline">
      <Icon name="offline" size={56} />
      <strong>{t('tree.offline')}</strong>
      <span>{t(deviceId === null ? 'tree.unknownHint' : 'tree.offlineHint')}</span>
      {deviceId !== null && mayPlayback ? (
        <Link className="btn btn-sm btn-light" to={`/splayback/${encodeURIComponent(deviceId)}`}>
          <Icon name="playback" size={16} /> {t('live.playback')}
        </Link>
      ) : null}
    </div>
  )
}

/** What a tile is called: its device, and which of its channels, or its map. */
export function useTileName(wrap: Wrap): TileName {
  const t = useText()
  const device = useDevice(wrap.device)
  const label = useDeviceLabel(device ?? { deviceId: wrap.device })
  const { name = '' } = device?.channels.find(({ number }) => number === wrap.channel) ?? {}
  const part = wrap.type === 'map' ? t('tree.map') : name || t('live.channel', { channel: wrap.channel })
  return { label, part, name: `${label} · ${part}` }
}

/** Where it is too long, the device is cut off, and never which of its channels it is. */
function Heading({ label, part }: TileName) {
  return (
    <span className="tile-names">
      <span className="tile-names-device" dir="auto">
        {label}
      </span>
      <span className="tile-names-part" dir="auto">
        {part}
      </span>
    </span>
  )
}
