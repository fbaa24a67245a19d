import { extraJsCall, googleKeyCall, mapCenterCall } from '@fleetglass/contract/server-settings'
import { z } from 'zod'
import type { ServerConfig } from '../../platform/config/index.ts'
import { defineSettings, type OpenSettings } from '../../platform/settings/index.ts'

/** SET-065, SET-066: what `/gms.js` serves. Until it is saved, that sets the options of the configuration file (RIGHT-114). */
export const siteScriptSettings = defineSettings({
  name: 'gmsjs',
  schema: extraJsCall.fields,
  initial: ({ mapCenter, site }) => ({ text: `window.gmsConfig = ${JSON.stringify({ mapCenter, ...site })}\n` }),
})

/** SET-043 to SET-046. */
export const mapSettings = defineSettings({
  name: 'map',
  schema: z.object({ ...googleKeyCall.fields.shape, ...mapCenterCall.fields.shape }),
  initial: ({ mapCenter, site }) => ({
    googleKey: typeof site['mapKey'] === 'string' ? site['mapKey'] : '',
    center: typeof site['mapCenter'] === 'string' ? site['mapCenter'] : mapCenter,
  }),
})

/** A page of scripts and modules goes on after an error of one: it is only noted, for the tab that edits the script. */
const catchErrors = `addEventListener('error', ({ filename, lineno, message }) => {
  if (/\\/gms\\.js$/.test(filename)) window.gmsScriptError = message + ' (' + lineno + ')'
})
`

/**
 * A script of its own, because the site script is the administrator's text. Only what was saved is in it: it wins over the
 * options of the site.
 */
export function mapScriptOf({ value, savedFields }: OpenSettings<{ googleKey: string; center: string }>): string {
  const saved = {
    ...(savedFields.includes('center') && { mapCenter: value.center }),
    ...(savedFields.includes('googleKey') && { mapKey: value.googleKey }),
  }
  return `window.gmsMap = ${JSON.stringify(saved)}\n${catchErrors}`
}

/** The script that was saved, or in safe mode the one that holds until something is saved. */
export function siteScriptOf({ value }: OpenSettings<{ text: string }>, config: ServerConfig, isSafe: boolean): string {
  return isSafe ? `${siteScriptSettings.initial(config).text}window.gmsSafeMode = true\n` : value.text
}
