import { useCallback, useState } from 'react'
import { SharedStream, type Take } from '../../../engines/device-recordings/index.ts'
import type { DeviceChannel } from '../../../engines/fleet/index.ts'
import { type OpenMediaSocket, type Player, type StreamServer, VideoTile } from '../../../engines/player/index.ts'
import { useText } from '../../../platform/texts/index.ts'

/** The pictures of a playback: all of one start on one socket (REPB-18, STRM-31). */
export function RemoteTiles(props: {
  readonly server: StreamServer
  readonly deviceId: string
  readonly channels: readonly DeviceChannel[]
  readonly take: Take
  readonly main: boolean
  readonly register: (channel: number, player: Player | null) => void
}) {
  const [stream] = useState(() => new SharedStream())
  const { server, deviceId, take, main, register } = props
  const channels = props.channels.map(({ number }) => number)
  return props.channels.map((channel) => (
    <RemoteTile
      key={channel.number}
      {...{ server, deviceId, channel, channels, take, main, register }}
      openSocket={stream.opener(channel.number)}
    />
  ))
}

function RemoteTile(props: {
  readonly server: StreamServer
  readonly deviceId: string
  readonly channel: DeviceChannel
  readonly channels: readonly number[]
  readonly take: Take
  readonly main: boolean
  readonly register: (channel: number, player: Player | null) => void
  readonly openSocket: OpenMediaSocket
}) {
  const t = useText()
  const { deviceId, channels, take, main, register } = props
  const { number, name } = props.channel
  const onPlayer = useCallback((player: Player | null) => register(number, player), [register, number])
  return (
    <VideoTile
      server={props.server}
      source={{ kind: 'remote', deviceId, channel: number, channels, main, ...take }}
      name={name || t('playback.channel', { channel: number })}
      ending={{ title: t('remote.atEnd'), action: null }}
      openSocket={props.openSocket}
      onPlayer={onPlayer}
    />
  )
}
