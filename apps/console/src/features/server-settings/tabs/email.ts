import { emailCall } from '@fleetglass/contract/server-settings'
import { TestMail } from '../components/test-mail.tsx'
import type { SettingsTab } from '../settings-tab.ts'

export const emailTab: SettingsTab = {
  name: 'email',
  titleKey: 'serverSettings.email',
  hintKey: 'serverSettings.email.hint',
  calls: [emailCall],
  fields: [
    {
      kind: 'text',
      name: 'server',
      labelKey: 'serverSettings.email.server',
      hintKey: 'serverSettings.email.serverHint',
    },
    {
      kind: 'number',
      name: 'port',
      labelKey: 'serverSettings.email.port',
    },
    {
      kind: 'choice',
      name: 'security',
      labelKey: 'serverSettings.email.security',
      choices: [
        { value: '0', labelKey: 'serverSettings.email.security0' },
        { value: '1', labelKey: 'serverSettings.email.security1' },
        { value: '2', labelKey: 'serverSettings.email.security2' },
      ],
    },
    {
      kind: 'choice',
      name: 'auth',
      labelKey: 'serverSettings.email.auth',
      choices: [
        { value: '0', labelKey: 'serverSettings.email.auth0' },
        { value: '1', labelKey: 'serverSettings.email.auth1' },
        { value: '2', labelKey: 'serverSettings.email.auth2' },
        { value: '3', labelKey: 'serverSettings.email.auth3' },
      ],
    },
    {
      kind: 'text',
      name: 'user',
      labelKey: 'serverSettings.email.user',
    },
    {
      kind: 'secret',
      name: 'pass',
      labelKey: 'serverSettings.email.pass',
    },
    {
      kind: 'text',
      name: 'from',
      labelKey: 'serverSettings.email.from',
    },
    {
      kind: 'text',
      name: 'name',
      labelKey: 'serverSettings.email.name',
    },
  ],
  Actions: TestMail,
}
