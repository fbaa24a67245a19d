/** The code of the editor, fetched when it is opened. */
export const loadDeviceEditor = async () => ({ default: (await import('./device-editor.tsx')).DeviceEditor })
