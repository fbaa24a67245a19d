/** The broadcast modal. */
export const broadcastTexts = {
  'broadcast.title': 'Broadcast',
  'broadcast.open': 'Broadcast to vehicles',
  'broadcast.mode': 'To whom',
  'broadcast.mode.GLOBAL': 'All devices',
  'broadcast.mode.DEVICES': 'Chosen devices',
  'broadcast.start': 'Start',
  'broadcast.end': 'End',
  'broadcast.ready': 'Not started',
  'broadcast.starting': 'Starting',
  'broadcast.started': 'Started: you are heard',
  'broadcast.ended': 'Ended',
  'broadcast.reached': '{{hearing}} of {{devices}} devices hear you',
  'broadcast.offline': '{{count}} offline',
  'broadcast.missed': '{{count}} not reached',
  'broadcast.failed': 'No broadcast: {{reason}}',
} as const
