import { defineFeature } from '../define-feature.ts'
import { embeddedPageEndpoints } from './embedded-pages.routes.ts'

export const embeddedPagesFeature = defineFeature({
  name: 'embedded-pages',
  needs: ['config'],
  start: ({ config }) => ({ endpoints: embeddedPageEndpoints(config.embeddedPages) }),
})
