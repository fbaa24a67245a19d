import type { Player } from './player.types.ts'
import { isOver } from './tile-state.ts'

/** Whether a player has come to an end, good or bad, from which it goes on only by a call. */
export function playerIsOver(player: Player): boolean {
  return isOver(player.view().state)
}
