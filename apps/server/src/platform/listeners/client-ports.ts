interface Open {
  readonly main: number
  readonly streams: number
  readonly http: number
  readonly https: number
}

/** Of the main channel. Where its port is off, the web port serves the same paths. */
export function channelPortOf({ main, http, https }: Omit<Open, 'streams'>): number {
  return [main, http, https].find((port) => port !== 0) ?? 0
}

/** The port of the main channel serves streams too. */
export function streamPortOf(ports: Open): number {
  return ports.streams === 0 ? channelPortOf(ports) : ports.streams
}
