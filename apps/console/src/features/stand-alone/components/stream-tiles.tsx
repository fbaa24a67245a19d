import { MAX_STREAM_TILES, type StreamInfo, tilePlaces } from '@fleetglass/contract/stand-alone'
import { useCallback, useEffect, useMemo, useState } from 'react'
import {
  type OpenMediaSocket,
  type Player,
  type StreamServer,
  TileGrid,
  usePlayerView,
  VideoTile,
} from '../../../engines/player/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { failureOf } from '../stream-failure.ts'

type Source = Parameters<typeof VideoTile>[0]['source']

/** The server of a page, as a player wants it. */
export function useServer({ UserName, Sha256Pass, streamIp, streamPort }: StreamInfo): StreamServer {
  return useMemo(() => {
    const secure = window.location.protocol === 'https:'
    return { host: streamIp, port: streamPort, secure, user: UserName, passwordHash: Sha256Pass }
  }, [UserName, Sha256Pass, streamIp, streamPort])
}

/** The failures of a page's tiles. */
export function useFailures() {
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map())
  const report = useCallback((channel: number, failure: string | null) => {
    setFailures((old) => {
      if ((old.get(channel) ?? null) === failure) return old
      const changed = new Map(old)
      if (failure === null) changed.delete(channel)
      else changed.set(channel, failure)
      return changed
    })
  }, [])
  return { failures: [...failures.values()], report }
}

/** The first eight channels in the layout for as many (STAND-13 … 15, STAND-24). */
export function StreamTiles(props: {
  readonly server: StreamServer
  readonly channels: readonly number[]
  readonly sourceOf: (channel: number) => Source
  readonly enlarged?: boolean
  readonly openerOf?: (channel: number) => OpenMediaSocket
  readonly onFailure: (channel: number, failure: string | null) => void
  readonly onPlayer?: (channel: number, player: Player | null) => void
}) {
  const { channels, sourceOf, openerOf, ...rest } = props
  const shown = channels.slice(0, MAX_STREAM_TILES)
  const places = tilePlaces(shown.length)
  const empty = Array.from({ length: places - shown.length }, (_, index) => shown.length + index + 1)
  return (
    <div className="stream-places" data-places={places}>
      <TileGrid tiles={places}>
        {shown.map((channel) => (
          <StreamTile
            key={channel}
            {...rest}
            channel={channel}
            source={sourceOf(channel)}
            openSocket={openerOf?.(channel)}
          />
        ))}
        {empty.map((place) => (
          <div key={`empty-${place}`} className="stream-empty" />
        ))}
      </TileGrid>
    </div>
  )
}

function StreamTile(props: {
  readonly server: StreamServer
  readonly channel: number
  readonly source: Source
  readonly enlarged?: boolean
  readonly openSocket: OpenMediaSocket | undefined
  readonly onFailure: (channel: number, failure: string | null) => void
  readonly onPlayer?: (channel: number, player: Player | null) => void
}) {
  const t = useText()
  const { channel, openSocket, onFailure, onPlayer } = props
  const [player, setPlayer] = useState<Player | null>(null)
  const state = usePlayerView(player)?.state
  const taken = useCallback(
    (player: Player | null) => {
      setPlayer(player)
      onPlayer?.(channel, player)
    },
    [onPlayer, channel],
  )
  useEffect(() => {
    const failure = state ? failureOf(state, t) : undefined
    if (failure !== undefined) onFailure(channel, failure)
  }, [state, t, onFailure, channel])
  useEffect(() => () => onFailure(channel, null), [onFailure, channel])
  return (
    <VideoTile
      server={props.server}
      source={props.source}
      name={t('playback.channel', { channel })}
      enlarged={props.enlarged === true}
      ending={{ title: t('remote.atEnd'), action: null }}
      onPlayer={taken}
      {...(openSocket && { openSocket })}
    />
  )
}
