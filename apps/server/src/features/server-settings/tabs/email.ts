import { emailCall, serverSettingsAccess, testMailPath, testMailSchema } from '@fleetglass/contract/server-settings'
import { endpoint } from '../../../platform/http/index.ts'
import type { SettingsTab } from '../settings-tab.ts'

/** Owner: `platform/mail`. */
export const emailTab: SettingsTab = {
  calls: [{ call: emailCall, section: 'smtp', audit: 'the mail server' }],
  actions: ({ mail }) => [
    endpoint({
      method: 'POST',
      path: testMailPath,
      access: serverSettingsAccess,
      audit: 'Sent a test mail to {to}',
      body: testMailSchema,
      async handle({ body }) {
        const text = 'The mail server of Fleetglass is set up: this mail was sent from the server settings.'
        await mail.send({ to: [body.to], subject: 'Fleetglass: test mail', text })
        return { hasError: false, message: 'OK' }
      },
    }),
  ],
}
