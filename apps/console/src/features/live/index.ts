import type { BuiltPage } from '../../platform/pages/index.ts'

export const pages: readonly BuiltPage[] = [
  { path: '/liveview/:deviceid?', load: async () => ({ Page: (await import('./live.page.tsx')).LivePage }) },
]

/** The code of the live view popup, fetched when it is opened. */
export const loadLivePopup = async () => ({ default: (await import('./live-popup.tsx')).LivePopup })
