import { useCallback, useEffect, useState } from 'react'
import type { DeviceChannel } from '../../../engines/fleet/index.ts'
import {
  type Player,
  type StreamServer,
  type TileEnding,
  useStreamServer,
  VideoTile,
} from '../../../engines/player/index.ts'
import { useText } from '../../../platform/texts/index.ts'

/** The pictures of a playback: all of one start, each channel its own stream with a common number (STRM-31). */
export function PlaybackTiles(props: {
  readonly deviceId: string
  readonly channels: readonly DeviceChannel[]
  readonly startS: number
  readonly streamId: number
  readonly ending: TileEnding
  readonly register: (channel: number, player: Player | null) => void
  readonly onNoRecord: (channel: number) => void
}) {
  const server = useStreamServer()
  return props.channels.map((channel) => (
    <PlaybackTile key={channel.number} {...props} server={server} channel={channel} />
  ))
}

function PlaybackTile(props: {
  readonly server: StreamServer
  readonly deviceId: string
  readonly channel: DeviceChannel
  readonly startS: number
  readonly streamId: number
  readonly ending: TileEnding
  readonly register: (channel: number, player: Player | null) => void
  readonly onNoRecord: (channel: number) => void
}) {
  const t = useText()
  const { deviceId, startS, streamId, register, onNoRecord } = props
  const { number, name } = props.channel
  const [player, setPlayer] = useState<Player | null>(null)
  const onPlayer = useCallback(
    (player: Player | null) => {
      setPlayer(player)
      register(number, player)
    },
    [register, number],
  )
  useEffect(
    () =>
      player?.subscribe(() => {
        if (player.view().state.kind === 'no-record') onNoRecord(number)
      }),
    [player, number, onNoRecord],
  )
  return (
    <VideoTile
      server={props.server}
      source={{ kind: 'playback', deviceId, channel: number, startS, streamId }}
      name={name || t('playback.channel', { channel: number })}
      ending={props.ending}
      onPlayer={onPlayer}
    />
  )
}
