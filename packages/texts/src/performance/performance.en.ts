/** How much work the servers did. */
export const performanceTexts = {
  'performance.day': 'Day',
  'performance.refresh': 'Refresh',
  'performance.search': 'Find a server or meter',
  'performance.table': 'Work of the servers',
  'performance.number': '#',
  'performance.time': 'DateTime',
  'performance.server': 'GMS',
  'performance.meter': 'Meter',
  'performance.count': 'Process Count',
  'performance.average': 'Avg Process Time (secs)',
  'performance.longest': 'Max Process Time (secs)',
  'performance.none': 'No records of this day',
  'performance.noneHint': 'Records are kept for 7 days. A minute without work has none.',
} as const
