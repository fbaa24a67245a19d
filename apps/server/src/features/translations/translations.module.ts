import { defineFeature } from '../define-feature.ts'
import { translationEndpoints } from './translations.routes.ts'

export const translationsFeature = defineFeature({
  name: 'translations',
  needs: [],
  start: () => ({ endpoints: translationEndpoints() }),
})
