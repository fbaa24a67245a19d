import type { TokenRate } from '../../platform/limits/index.ts'

/**
 * How many events the rules of one device may raise, in the device's own time: a position that jitters on a border is limited,
 * and an hour that was stored while offline may raise what an hour may.
 */
export const EVENT_RATE: TokenRate = { burst: 30, refillMs: 4_000 }
