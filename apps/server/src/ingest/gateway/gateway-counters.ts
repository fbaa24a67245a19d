// Counting on the hot path is adding to a number; once a second the sums go to the metrics page.
import type { Meter, Metrics } from '../../platform/metrics/index.ts'

/** Numbers that only rise, by name. Labels stand behind the name, as in `bad_frames{checksum}`. */
export class GatewayCounters {
  readonly #metrics: Metrics
  readonly #sums = new Map<CounterName, Map<string, number>>()
  /** Work on messages of devices. */
  readonly work: Meter

  constructor(metrics: Metrics) {
    this.#metrics = metrics
    this.work = metrics.meter('jt808')
  }

  /** `detail` is the value of the counter's one label; from a closed list, never from the wire or the registry. */
  add(name: CounterName, detail = '', amount = 1): void {
    const byDetail = this.#sums.get(name) ?? new Map<string, number>()
    if (byDetail.size === 0) this.#sums.set(name, byDetail)
    byDetail.set(detail, (byDetail.get(detail) ?? 0) + amount)
  }

  /** Hands the sums over and starts again from 0. */
  publish(): void {
    for (const [name, byDetail] of this.#sums) {
      const { metric, help, label } = COUNTERS[name]
      const counter = this.#metrics.counter(metric, help, label ? [label] : [])
      for (const [detail, sum] of byDetail) {
        if (label) counter.inc({ [label]: detail }, sum)
        else counter.inc(sum)
      }
    }
    this.#sums.clear()
  }
}

interface CounterText {
  readonly metric: string
  readonly help: string
  readonly label?: string
}

const COUNTERS = {
  frames: { metric: 'fleetglass_signalling_frames_total', help: 'JT/T 808 frames read' },
  badFrames: {
    metric: 'fleetglass_signalling_bad_frames_total',
    help: 'JT/T 808 frames that could not be read',
    label: 'reason',
  },
  positions: {
    metric: 'fleetglass_positions_total',
    help: 'Positions received, by what became of them',
    label: 'fate',
  },
  unknownMessages: {
    metric: 'fleetglass_signalling_unknown_messages_total',
    help: 'Up messages whose number is not known; answered with result 0',
  },
  rejected: {
    metric: 'fleetglass_connections_refused_total',
    help: 'Connections and datagrams that were not let in',
    label: 'reason',
  },
  takeovers: {
    metric: 'fleetglass_signalling_takeovers_total',
    help: 'Connections that took the place of one that was open; the log says of which device',
    label: 'device',
  },
  closed: {
    metric: 'fleetglass_signalling_closed_total',
    help: 'Signalling connections closed, by reason',
    label: 'reason',
  },
  mediaClosed: {
    metric: 'fleetglass_media_closed_total',
    help: 'Media connections closed, by reason',
    label: 'reason',
  },
  mediaBytes: { metric: 'fleetglass_media_bytes_total', help: 'Bytes read on the media listener' },
  mediaFrames: { metric: 'fleetglass_media_frames_total', help: 'Frames handed to the streams', label: 'kind' },
  mediaDropped: {
    metric: 'fleetglass_media_frames_dropped_total',
    help: 'Frames of devices that were not whole',
    label: 'reason',
  },
  talkDropped: {
    metric: 'fleetglass_talk_packets_dropped_total',
    help: 'Packets of audio that devices did not take in time',
  },
  mediaJunk: { metric: 'fleetglass_media_junk_bytes_total', help: 'Bytes between media packets that were skipped' },
} satisfies Record<string, CounterText> as Record<CounterName, CounterText>

export type CounterName =
  | 'frames'
  | 'badFrames'
  | 'positions'
  | 'unknownMessages'
  | 'rejected'
  | 'takeovers'
  | 'closed'
  | 'mediaClosed'
  | 'mediaBytes'
  | 'mediaFrames'
  | 'mediaDropped'
  | 'mediaJunk'
  | 'talkDropped'
