export { FootageButton } from './footage-button.tsx'

/** The code of the modal, fetched when it is opened. */
export const loadFootageModal = async () => ({ default: (await import('./footage-modal.tsx')).FootageModal })
