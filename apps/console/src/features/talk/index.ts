/** The code of the talk modal, fetched when it is opened. */
export const loadTalkModal = async () => ({ default: (await import('./talk-modal.tsx')).TalkModal })
