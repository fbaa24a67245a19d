/** The code of the PTZ modal, fetched when it is opened. */
export const loadPtzPanel = async () => ({ default: (await import('./ptz-panel.tsx')).PtzPanel })
