import { useCallback, useEffect, useRef, useState } from 'react'
import type { Clock } from '../../platform/clock/index.ts'
import { type Player, playerIsOver } from '../player/index.ts'
import type { RemoteState } from './remote.machine.ts'

const lookMs = 250
const nowhere = { atS: null, over: false } as const

/** The players of the tiles: their speed, and where the picture stands, looked at four times a second. */
export function useRemotePlayers(state: Pick<RemoteState, 'speed' | 'take'>, clock: Clock) {
  const players = useRef(new Map<number, Player>())
  const [head, setHead] = useState<{ readonly atS: number | null; readonly over: boolean }>(nowhere)
  const { speed, take } = state
  const wanted = useRef<number>(speed)
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

  useEffect(() => {
    if (take === null) {
      setHead(nowhere)
      return
    }
    const look = () => {
      const ms = positionMs()
      const atS = ms === null ? null : Math.floor(ms / 1000)
      const all = [...players.current.values()]
      const over = all.length > 0 && all.every((player) => playerIsOver(player))
      setHead((old) => (old.atS === atS && old.over === over ? old : { atS, over }))
    }
    const timer = clock.every(lookMs, look)
    return () => timer.cancel()
  }, [take, clock, positionMs])

  return { register, positionMs, atS: head.atS, over: head.over }
}
