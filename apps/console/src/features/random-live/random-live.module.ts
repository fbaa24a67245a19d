import { defineConsoleFeature } from '../define-console-feature.ts'
import { RandomLiveButton } from './random-live-button.tsx'

export const randomLiveFeature = defineConsoleFeature({
  name: 'random-live',
  pages: [
    { path: '/rendomliveview', load: async () => ({ Page: (await import('./random-live.page.tsx')).RandomLivePage }) },
  ],
  barEntries: [{ Entry: RandomLiveButton, notOnPhones: true }],
})
