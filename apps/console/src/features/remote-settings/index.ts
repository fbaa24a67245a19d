import type { BuiltPage } from '../../platform/pages/index.ts'

export const pages: readonly BuiltPage[] = [
  {
    path: '/devicesetup',
    load: async () => ({ Page: (await import('./remote-settings.page.tsx')).RemoteSettingsPage }),
  },
]

/** The code of the window, fetched when it is opened. */
export const loadRemoteSettings = async () => ({
  default: (await import('./remote-settings-panel.tsx')).RemoteSettingsPanel,
})
