/** LIVE-31. */
export const RANDOM_PANES = 8

/** LIVE-32: of 12 grid columns. */
export const RANDOM_PANE_COLUMNS = 3

/** LIVE-34: what the full screen can show. */
export const randomFullScreen = [4, 6, 9, 12] as const
export type RandomCount = (typeof randomFullScreen)[number]
