import { nominatimCall } from '@fleetglass/contract/server-settings'
import { defineSettings } from '../../platform/settings/index.ts'

/** SET-097, SET-098. */
export const nominatimSettings = defineSettings({
  name: 'nominatim',
  schema: nominatimCall.fields,
  initial: ({ geocoder }) => ({ enable: geocoder !== '', server: geocoder }),
})
