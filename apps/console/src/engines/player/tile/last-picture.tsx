import { useEffect, useState } from 'react'
import { useClock } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import type { Player, StreamSource } from '../player.types.ts'
import type { TileState } from '../tile-state.ts'

/** How far before the last picture its recording begins. */
const lastMinuteS = 60

/** The recording that is played in the place of a live stream whose vehicle is gone; null while it is not played. */
export function useLastMinute(source: StreamSource, gone: boolean) {
  const clock = useClock()
  const [recording, setRecording] = useState<StreamSource | null>(null)
  // A vehicle that is back is watched live again.
  if (!gone && recording !== null) setRecording(null)
  const play = (lastPictureMs: number): void => {
    const { deviceId, channel } = source
    const startS = Math.floor(lastPictureMs / 1000) - lastMinuteS
    const streamId = (Math.floor(clock.nowMs()) * 16 + channel) % 0x7fff_0000
    setRecording({ kind: 'playback', deviceId, channel, startS, streamId })
  }
  return { shown: recording ?? source, isRecording: recording !== null, play }
}

/** The time of the last live picture of a vehicle that is gone; its player then requests nothing until it is back. */
export function useLastPicture(player: Player | null, gone: boolean, isRecording: boolean): number | null {
  const [lastMs, setLastMs] = useState<number | null>(null)
  useEffect(() => {
    if (player === null || isRecording) return
    if (gone) setLastMs((known) => player.positionMs() ?? known)
    player.setGone(gone)
  }, [player, gone, isRecording])
  return gone ? lastMs : null
}

/** Stands over the last picture, which is grey. */
export function LastPicture(props: {
  readonly lastMs: number
  /** Left out where this user may not see recordings. */
  readonly onPlay?: (() => void) | undefined
}) {
  const t = useText()
  return (
    <div className="tile-message" role="status">
      <div className="tile-message-ground">
        <p className="tile-message-title num">
          {t('tile.lastPicture', { time: localTimeText(Math.floor(props.lastMs / 1000)).slice(11) })}
        </p>
        {props.onPlay ? (
          <button type="button" className="btn btn-sm btn-light" onClick={props.onPlay}>
            {t('tile.playLastMinute')}
          </button>
        ) : null}
      </div>
    </div>
  )
}

/** Whether the last picture is shown with its time: before the recording, and after it. */
export function showsLastPicture(isRecording: boolean, state: TileState | undefined): boolean {
  return !isRecording || state?.kind === 'ended'
}
