/** A tile without data for this long counts as stalled and reconnects (LIVE-35); at most once every 15 s (LIVE-36). */
export const STALLED_MS = 10_000
export const RECONNECT_PERIOD_MS = 15_000
/** A tile counts as playing while its last data is not older (LIVE-37). */
export const PLAYING_MS = 5_000
