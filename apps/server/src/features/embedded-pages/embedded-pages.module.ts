import { defineFeature } from '../define-feature.ts'
import { embeddedPageSettings } from './embedded-page-settings.ts'
import { embeddedPageEndpoints } from './embedded-pages.routes.ts'

export const embeddedPagesFeature = defineFeature({
  name: 'embedded-pages',
  needs: ['settings'],
  start: ({ settings }) => ({ endpoints: embeddedPageEndpoints(settings.open(embeddedPageSettings)) }),
})
