export { BroadcastButton } from './broadcast-button.tsx'

/** The code of the broadcast modal, fetched when it is opened. */
export const loadBroadcastModal = async () => ({ default: (await import('./broadcast-modal.tsx')).BroadcastModal })
