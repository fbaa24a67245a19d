/** A tile that got no data for longer than this connects again (LIVE-35). */
export const SILENT_MS = 10_000
/** At most one attempt to connect in this time, however long the stall lasts (LIVE-36). */
export const RECONNECT_PERIOD_MS = 15_000
/** A tile counts as playing while its last data is not older, and as stalled from then on (LIVE-37). */
export const PLAYING_MS = 5_000
