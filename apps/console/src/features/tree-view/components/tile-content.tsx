import type { Wrap } from '@fleetglass/contract/tree-view'
import { type Device, drivingState, useDevice, useDeviceLabel } from '../../../engines/fleet/index.ts'
import { MapPanel } from '../../../engines/map/index.ts'
import { useStreamServer, VideoTile } from '../../../engines/player/index.ts'
import { WallCard } from '../../../engines/wall/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'

/** What is in a tile: the live stream of a channel, the map around a device, or what stands for them. */
export function TileContent(props: {
  readonly wrap: Wrap
  readonly name: string
  /** It is the only one, and as large as the main stream deserves. */
  readonly alone: boolean
  readonly onClose: () => void
}) {
  const { wrap, name, alone, onClose } = props
  const t = useText()
  const server = useStreamServer()
  const device = useDevice(wrap.device)
  if (wrap.type === 'channel' && device?.online) {
    const source = { kind: 'live', deviceId: wrap.device, channel: wrap.channel } as const
    return <VideoTile server={server} source={source} name={name} enlarged={alone} onClose={onClose} />
  }
  return (
    <WallCard name={name} closeLabel={t('tree.close', { name })} onClose={onClose}>
      {wrap.type === 'map' && device ? (
        <DeviceMap device={device} name={name} />
      ) : (
        <OfflinePicture known={device !== undefined} />
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

/** TREE-25, TREE-54: in the place of a stream; nothing is asked of the server. */
function OfflinePicture({ known }: { readonly known: boolean }) {
  const t = useText()
  return (
    <div className="tile-instead" data-picture="offline">
      <Icon name="offline" size={56} />
      <strong>{t('tree.offline')}</strong>
      <span>{t(known ? 'tree.offlineHint' : 'tree.unknownHint')}</span>
    </div>
  )
}

/** What a tile is called: its device, and which of its channels, or its map. */
export function useTileName(wrap: Wrap): string {
  const t = useText()
  const device = useDevice(wrap.device)
  const label = useDeviceLabel(device ?? { deviceId: wrap.device, plate: '' })
  if (wrap.type === 'map') return `${label} · ${t('tree.map')}`
  const { name = '' } = device?.channels.find(({ number }) => number === wrap.channel) ?? {}
  return `${label} · ${name || t('live.channel', { channel: wrap.channel })}`
}
