import { defineConsoleFeature } from '../define-console-feature.ts'
import { EventNotices } from './event-notices.tsx'
import { NotificationSwitch } from './notification-switch.tsx'

export const eventsFeature = defineConsoleFeature({
  name: 'events',
  accountEntries: [{ Entry: NotificationSwitch, access: { anyOf: ['F_event'] }, notOnPhones: true }],
  besidePages: [EventNotices],
})
