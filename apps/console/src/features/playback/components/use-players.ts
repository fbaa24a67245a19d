import { useCallback, useEffect, useMemo, useRef } from 'react'
import { type Player, playerIsOver } from '../../../engines/player/index.ts'
import type { Clock, Timer } from '../../../platform/clock/index.ts'
import { ChannelClock } from '../channel-clock.ts'
import { FrameSteps } from '../frame-steps.ts'
import { speeds } from '../playback.machine.ts'

const lookMs = 50
/** A channel that waits plays a step slower, and below this there is only the pause. */
const slowestTogether = 0.5
/** From this speed on only key frames come, and far apart: there is no clock to keep. */
const keyFramesFrom = 8

/** The players of the tiles on the page: one speed and one clock for all, and the position of the one that is furthest. */
export function usePlayers(speed: number, take: number, clock: Clock) {
  const players = useRef(new Map<number, Player>())
  const wanted = useRef(speed)
  wanted.current = speed

  const register = useCallback((channel: number, player: Player | null) => {
    if (player === null) players.current.delete(channel)
    else {
      players.current.set(channel, player)
      if (wanted.current !== 1) player.setSpeed(wanted.current)
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new take begins at speed 1; the wanted speed follows it
  useEffect(() => {
    for (const player of players.current.values()) player.setSpeed(speed)
    if (speed < slowestTogether || speed >= keyFramesFrom) return
    return keepTogether(players.current, speed, clock)
  }, [speed, take, clock])

  const steps = useMemo(() => new FrameSteps(players.current, clock), [clock])
  useEffect(() => () => steps.close(), [steps])

  const positionMs = useCallback(() => {
    const positions = [...players.current.values()].map((player) => player.positionMs()).filter((at) => at !== null)
    return positions.length === 0 ? null : Math.max(...positions)
  }, [])

  /** Nothing is played any more: every stream has said its last word. */
  const isOver = useCallback(() => {
    const all = [...players.current.values()]
    return all.length > 0 && all.every((player) => playerIsOver(player))
  }, [])

  return { register, positionMs, isOver, step: (frames: number) => steps.step(frames) }
}

/** Plays a channel that has run ahead one step slower until the others have come up. Answers how to stop. */
function keepTogether(players: ReadonlyMap<number, Player>, speed: number, clock: Clock): () => void {
  const slower = speeds[speeds.indexOf(speed) - 1] ?? 0
  const together = new ChannelClock(speed)
  const waiting = new Map<number, Timer>()
  const look = () => {
    if (waiting.size > 0) return
    const nowMs = clock.monotonicMs()
    for (const [channel, player] of players) {
      const positionMs = player.positionMs()
      if (positionMs !== null && player.view().state.kind === 'playing') together.see(channel, positionMs, nowMs)
    }
    for (const [channel, aheadMs] of together.ahead(nowMs)) {
      const player = players.get(channel)
      if (!player) continue
      player.setSpeed(slower)
      const resume = () => {
        waiting.delete(channel)
        player.setSpeed(speed)
      }
      waiting.set(channel, clock.after(aheadMs / (speed - slower), resume))
    }
  }
  const timer = clock.every(lookMs, look)
  return () => {
    timer.cancel()
    for (const wait of waiting.values()) wait.cancel()
  }
}
