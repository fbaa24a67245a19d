import type { Metrics } from '../metrics/index.ts'

/** What the channel counts. */
export type ChannelCounts = ReturnType<typeof createCounts>

export function createCounts(metrics: Metrics) {
  return {
    open: metrics.gauge('fleetglass_channel_connections', 'Open links of the main channel'),
    messages: metrics.counter('fleetglass_channel_messages_total', 'Messages of the main channel', ['code']),
    work: metrics.meter('vcp'),
    closed: metrics.counter('fleetglass_channel_closed_total', 'Links that the server closed', ['reason']),
  }
}
