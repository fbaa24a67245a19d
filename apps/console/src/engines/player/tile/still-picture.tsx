import { useEffect, useRef, useState } from 'react'
import { useClock } from '../../../platform/preferences/index.ts'
import type { StreamServer } from '../player.types.ts'
import { usePlayer, usePlayerView } from './use-player.ts'
import './still-picture.css'

/** Minimum time between two requests for a picture; of the requests in between the latest counts. */
const askEveryMs = 100

/** One key frame of a recording, small; another time replaces it on the same stream. Empty while there is none. */
export function StillPicture(props: {
  readonly server: StreamServer
  readonly deviceId: string
  readonly channel: number
  /** Unix seconds. */
  readonly atS: number
  readonly streamId: number
  readonly label: string
}) {
  const { server, deviceId, channel, streamId, atS } = props
  const clock = useClock()
  // The stream begins at the first time, and gets the later ones by a command.
  const [startS] = useState(atS)
  const { host, player } = usePlayer(
    server,
    { kind: 'playback', deviceId, channel, startS, streamId, paused: true },
    'sub',
    clock,
  )
  const shown = usePlayerView(player)
  const wanted = useRef(atS)
  wanted.current = atS
  useEffect(() => {
    if (player === null) return
    let shownS = startS
    const timer = clock.every(askEveryMs, () => {
      if (shownS === wanted.current) return
      shownS = wanted.current
      player.show(shownS * 1000, { keyFrame: true })
    })
    return () => timer.cancel()
  }, [player, clock, startS])
  return (
    <div
      className="still-picture"
      ref={host}
      role="img"
      aria-label={props.label}
      data-at={shown === null ? null : (player?.positionMs() ?? null)}
    />
  )
}
