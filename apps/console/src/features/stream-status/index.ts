export { StreamStatusButton } from './stream-status-button.tsx'

/** The code of the stream status, fetched when it is opened. */
export const loadStreamStatus = async () => ({ default: (await import('./stream-status.tsx')).StreamStatus })
