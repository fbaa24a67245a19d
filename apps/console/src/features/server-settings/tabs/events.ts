import { eventParamsCall, readSize } from '@fleetglass/contract/server-settings'
import { keepsLess, type SettingsTab, type TabField } from '../settings-tab.ts'

const sizes = ['footagesize', 'snapsize', 'sdsize', 'autouploadsize'] as const

export const eventsTab: SettingsTab = {
  name: 'events',
  titleKey: 'serverSettings.events',
  hintKey: 'serverSettings.events.hint',
  calls: [eventParamsCall],
  fields: [
    {
      kind: 'choice',
      name: 'videoDownload',
      labelKey: 'serverSettings.events.videoDownload',
      choices: [
        { value: '1', labelKey: 'serverSettings.events.videoDownload1' },
        { value: '0', labelKey: 'serverSettings.events.videoDownload0' },
      ],
    },
    {
      kind: 'choice',
      name: 'downloadOldfirst',
      labelKey: 'serverSettings.events.downloadOldfirst',
      choices: [
        { value: '1', labelKey: 'serverSettings.events.downloadOldfirst1' },
        { value: '0', labelKey: 'serverSettings.events.downloadOldfirst0' },
      ],
    },
    ...sizes.map(
      (name): TabField => ({
        kind: 'text',
        name,
        labelKey: `serverSettings.events.${name}`,
        hintKey: `serverSettings.events.${name}Hint`,
      }),
    ),
  ],
  keepsLess: keepsLess(sizes, (size) => readSize(String(size)) ?? 0),
}
