import { iframesCall } from '@fleetglass/contract/server-settings'
import { defineSettings } from '../../platform/settings/index.ts'

/** SET-107, SET-109. */
export const embeddedPageSettings = defineSettings({
  name: 'iframes',
  schema: iframesCall.fields,
  initial: ({ embeddedPages }) => ({ iframes: [...embeddedPages] }),
})
