/** Notices of the event socket. */
export const eventsTexts = {
  'event.numbered': 'Event {{code}}',
  'event.detail': '{{time}} · {{device}}',
  'event.detailMemo': '{{time}} · {{device}} · {{memo}}',
  'event.withText': '{{text}} · {{detail}}',
  'event.recording': 'Recording',
  'event.recovered': 'Recover Success',
  'event.recoveredDetail': '{{device}} · {{event}}',
  'event.call': '{{device}} is calling',
  'event.late': '{{text}} · received late',
  'event.lateMark': 'Late',
  'event.notify': 'Event notifications',
} as const
