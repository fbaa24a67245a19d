import { useCallback, useEffect, useMemo, useState } from 'react'
import type { DeviceChannel } from '../../../engines/fleet/index.ts'
import { type Player, TileGrid, useStreamServer, VideoTile } from '../../../engines/player/index.ts'
import { useClock } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { joinedRanges, type Recorded, RecordingFollower, type RecordingTake } from '../recording-follower.ts'
import type { ReplayClock } from '../replay-clock.ts'

/** What the server recorded of some channels, as of the replay's moment; `missing` stands there while there is nothing. */
export function RecordingPanes(props: {
  readonly replay: ReplayClock
  readonly deviceId: string
  readonly channels: readonly DeviceChannel[]
  readonly recorded: readonly { readonly channel: number; readonly ranges: Recorded }[]
  readonly missing: string
}) {
  const t = useText()
  const clock = useClock()
  const server = useStreamServer()
  const { replay, deviceId, channels, recorded } = props
  const numbers = channels.map(({ number }) => number).join()
  const ranges = useMemo(() => joinedRanges(recorded, numbers.split(',').map(Number)), [recorded, numbers])
  const [take, setTake] = useState<RecordingTake | null>(null)
  const [follower, setFollower] = useState<RecordingFollower | null>(null)
  useEffect(() => {
    const made = new RecordingFollower({ replay, clock, recorded: ranges, onTake: setTake })
    setFollower(made)
    return () => {
      made.close()
      setFollower(null)
    }
  }, [replay, clock, ranges])
  if (!take || !follower)
    return (
      <div className="recording-missing">
        <p role="status">{props.missing}</p>
      </div>
    )
  return (
    <TileGrid tiles={channels.length}>
      {channels.map((channel) => (
        <RecordingPane
          key={channel.number}
          server={server}
          deviceId={deviceId}
          channel={channel}
          take={take}
          follower={follower}
          ending={t('gpsPlayback.noVideoNow')}
        />
      ))}
    </TileGrid>
  )
}

function RecordingPane(props: {
  readonly server: ReturnType<typeof useStreamServer>
  readonly deviceId: string
  readonly channel: DeviceChannel
  readonly take: RecordingTake
  readonly follower: RecordingFollower
  readonly ending: string
}) {
  const t = useText()
  const { follower, take } = props
  const { number, name } = props.channel
  const onPlayer = useCallback((player: Player | null) => follower.register(number, player), [follower, number])
  const { startS, streamId, paused } = take
  // The tile opens another start first, and that begins at the usual speed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each start
  useEffect(() => follower.started(number), [follower, number, streamId])
  return (
    <VideoTile
      server={props.server}
      source={{
        kind: 'playback',
        deviceId: props.deviceId,
        channel: number,
        startS,
        streamId,
        ...(paused && { paused: true }),
      }}
      name={name || t('playback.channel', { channel: number })}
      ending={{ title: props.ending, action: null }}
      onPlayer={onPlayer}
    />
  )
}
