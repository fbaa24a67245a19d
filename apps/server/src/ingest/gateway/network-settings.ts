import { networkCall } from '@fleetglass/contract/server-settings'
import { defineSettings } from '../../platform/settings/index.ts'

/** SET-029, SET-030: the address to which devices send video and files; off: the one that their own connection arrived at. */
export const networkSettings = defineSettings({
  name: 'network',
  schema: networkCall.fields,
  initial: ({ publicHost }) => ({ enable_server_ip: publicHost !== '', server_ip: publicHost }),
})
