import type { Player } from '../../engines/player/index.ts'
import type { Translate } from '../../platform/texts/index.ts'

type TileState = ReturnType<Player['view']>['state']

/**
 * The text for the failure of a stream: the server's words where there are some (STAND-16). `null` when there is none,
 * `undefined` while it is tried again: the last text stays until the outcome is known.
 */
export function failureOf(state: TileState, t: Translate): string | null | undefined {
  switch (state.kind) {
    case 'failed':
      return state.reason || t('tile.failed')
    case 'busy':
      return state.reason || t('tile.busy')
    case 'not-allowed':
      return state.reason || t('tile.notAllowed')
    case 'unknown':
      return state.reason || t('tile.unknown')
    case 'offline':
      return t('tile.offline')
    case 'no-record':
      return t('tile.noRecord')
    case 'undecodable':
      return t('tile.undecodable', { codec: state.codec })
    case 'lost':
      return t('tile.lost')
    case 'connecting':
    case 'waiting':
      return undefined
    case 'playing':
    case 'sound-alone':
    case 'paused':
    case 'stalled':
    case 'ended':
      return null
  }
}
