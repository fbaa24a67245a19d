import { defineConsoleFeature } from '../define-console-feature.ts'
import { EventNotices } from './event-notices.tsx'
import { NotificationSwitch } from './notification-switch.tsx'

export const eventsFeature = defineConsoleFeature({
  name: 'events',
  pages: [
    {
      path: '/todayevents',
      icon: 'events',
      load: async () => ({ Page: (await import('./today-events.page.tsx')).TodayEventsPage }),
    },
    {
      path: '/queryeventex',
      icon: 'search',
      load: async () => ({ Page: (await import('./event-query.page.tsx')).EventQueryPage }),
    },
  ],
  accountEntries: [{ Entry: NotificationSwitch, access: { anyOf: ['F_event'] }, notOnPhones: true }],
  besidePages: [EventNotices],
  shortcuts: [
    {
      titleKey: 'eventList.keys',
      keys: [
        ['N / →', 'eventList.keyNext'],
        ['P / ←', 'eventList.keyPrevious'],
        ['C', 'eventList.keyCheck'],
        ['M', 'eventList.keyMemo'],
      ],
    },
  ],
})
