import type { MeterName } from '@fleetglass/contract/performance'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Meter, type MeterReading, Meters } from './meters.ts'

/**
 * The registry behind `/metrics`. Names begin with `fleetglass_`; counters end in `_total`, and units stand in the name.
 * Asking twice for one name gives the same metric, so that each part can declare what it counts.
 */
export interface Metrics {
  counter(name: string, help: string, labels?: readonly string[]): Counter
  gauge(name: string, help: string, labels?: readonly string[]): Gauge
  /** A gauge whose value is asked when it is read; a counter where the name ends in `_total`. */
  measured(name: string, help: string, read: () => number | Promise<number>): void
  histogram(name: string, help: string, buckets: readonly number[], labels?: readonly string[]): Histogram
  /** What the performance records are made of. */
  meter(name: MeterName): Meter
  /** The readings of all meters, which start again from 0: for one reader. */
  takeMeters(): readonly MeterReading[]
  /** Prometheus text format 0.0.4. */
  text(): Promise<string>
  readonly contentType: string
  close(): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  // Event-loop delay, memory, descriptors and CPU of the process.
  collectDefaultMetrics({ register: registry })
  const meters = new Meters()
  const once = <T>(name: string, make: () => T): T => (registry.getSingleMetric(name) as T | undefined) ?? make()
  const common = (name: string, help: string, labels: readonly string[]) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
  })
  return {
    counter: (name, help, labels = []) => once(name, () => new Counter(common(name, help, labels))),
    gauge: (name, help, labels = []) => once(name, () => new Gauge(common(name, help, labels))),
    measured(name, help, read) {
      const described = common(name, help, [])
      const counter = () =>
        new Counter({
          ...described,
          async collect() {
            this.reset()
            this.inc(await read())
          },
        })
      const gauge = () =>
        new Gauge({
          ...described,
          async collect() {
            this.set(await read())
          },
        })
      once<Counter | Gauge>(name, name.endsWith('_total') ? counter : gauge)
    },
    histogram: (name, help, buckets, labels = []) =>
      once(name, () => new Histogram({ ...common(name, help, labels), buckets: [...buckets] })),
    meter: (name) => meters.of(name),
    takeMeters: () => meters.take(),
    text: () => registry.metrics(),
    contentType: registry.contentType,
    close: () => registry.clear(),
  }
}
