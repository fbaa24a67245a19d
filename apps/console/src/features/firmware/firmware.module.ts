import { defineConsoleFeature } from '../define-console-feature.ts'

export const firmwareFeature = defineConsoleFeature({
  name: 'firmware',
  pages: [
    { path: '/devicefirmwareupdate', load: async () => ({ Page: (await import('./firmware.page.tsx')).FirmwarePage }) },
  ],
})
