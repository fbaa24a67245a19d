/** The page of what the lines of devices moved. */
export const netflowTexts = {
  'netflow.month': 'Month',
  'netflow.query': 'Query',
  'netflow.in': 'Flow In',
  'netflow.out': 'Flow Out',
  'netflow.total': 'Flow Total',
  'netflow.start': 'No query yet',
  'netflow.startHint': 'Choose a month, then press Query.',
  'netflow.table': 'Bytes by day',
  'netflow.device': 'Device',
  'netflow.day': 'Day{{day}}',
  'netflow.flow': 'Flow',
  'netflow.sum': 'Total',
  'netflow.rawJson': 'Raw Data JSON',
  'netflow.hint': 'From the device (In) and to it (Out), by days of the server. Files hold the ticked devices.',
} as const
