import { useCallback, useEffect, useRef } from 'react'
import type { Player } from '../../../engines/player/index.ts'

/** The players of the tiles on the page: one speed for all, and the position of the one that is furthest. */
export function usePlayers(speed: number, take: number) {
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

  const positionMs = useCallback(() => {
    const positions = [...players.current.values()].map((player) => player.positionMs()).filter((at) => at !== null)
    return positions.length === 0 ? null : Math.max(...positions)
  }, [])

  return { register, positionMs }
}
