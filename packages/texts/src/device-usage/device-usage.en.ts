/** Which share of a day was recorded. */
export const deviceUsageTexts = {
  'deviceUsage.query': 'Query',
  'deviceUsage.start': 'Nothing queried yet',
  'deviceUsage.startHint': 'Choose a day, then press Query.',
  'deviceUsage.ofDay': 'Device usage on {{day}}',
  'deviceUsage.table': 'Recorded share of the day',
  'deviceUsage.device': 'Device ID',
  'deviceUsage.usage': 'Usage',
  'deviceUsage.all': 'ALL',
  'deviceUsage.recordings': 'Recordings',
  'deviceUsage.recordingsOf': 'Recordings of {{device}}',
} as const
