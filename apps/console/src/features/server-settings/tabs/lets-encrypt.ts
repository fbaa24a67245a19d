import { letsEncryptCall } from '@fleetglass/contract/server-settings'
import { CertificateRequest } from '../components/certificate-request.tsx'
import type { SettingsTab } from '../settings-tab.ts'

export const letsEncryptTab: SettingsTab = {
  name: 'lets-encrypt',
  titleKey: 'serverSettings.letsEncrypt',
  hintKey: 'serverSettings.letsEncrypt.hint',
  calls: [letsEncryptCall],
  fields: [
    {
      kind: 'text',
      name: 'domains',
      labelKey: 'serverSettings.letsEncrypt.domains',
      hintKey: 'serverSettings.letsEncrypt.domainsHint',
    },
    {
      kind: 'text',
      name: 'email',
      labelKey: 'serverSettings.letsEncrypt.email',
      hintKey: 'serverSettings.letsEncrypt.emailHint',
    },
  ],
  Actions: CertificateRequest,
}
