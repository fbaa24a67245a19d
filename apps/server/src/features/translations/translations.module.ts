import { defineFeature } from '../define-feature.ts'
import { translationEndpoints } from './translations.routes.ts'
import { createTranslations } from './translations.service.ts'
import { createTranslationStore } from './translations.store.ts'

export const translationsFeature = defineFeature({
  name: 'translations',
  needs: ['authenticator', 'bus', 'database', 'log'],
  async start({ authenticator, bus, database, log }) {
    const translations = await createTranslations({ bus, log, store: createTranslationStore(database) })
    return { endpoints: translationEndpoints(translations, authenticator), close: () => translations.close() }
  },
})
