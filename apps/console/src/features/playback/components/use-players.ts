import { useCallback, useEffect, useMemo, useRef } from 'react'
import { type Player, playerIsOver } from '../../../engines/player/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import { FrameSteps } from '../frame-steps.ts'

/**
 * The players of the tiles on the page: one speed for all, and the position of the one that is furthest. The server plays
 * them by one clock.
 */
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
  }, [speed, take])

  const steps = useMemo(() => new FrameSteps(players.current, clock), [clock])
  useEffect(() => () => steps.close(), [steps])

  const positionMs = useCallback(() => {
    const positions = [...players.current.values()].map((player) => player.positionMs()).filter((at) => at !== null)
    return positions.length === 0 ? null : Math.max(...positions)
  }, [])

  /** Nothing plays any more: every stream has ended. */
  const isOver = useCallback(() => {
    const all = [...players.current.values()]
    return all.length > 0 && all.every((player) => playerIsOver(player))
  }, [])

  return { register, positionMs, isOver, step: (frames: number) => steps.step(frames) }
}
