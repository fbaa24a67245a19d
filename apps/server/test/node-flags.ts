/**
 * What `bin/fleetglass` starts Node with to run the server, for demo, tests and benches. The young generation of the heap grows to 128 MB by
 * default, which a server with 10,000 devices fills with short-lived values; 16 MB takes about 80 MB off its memory.
 */
export const SERVER_NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16'] as const
