// A listener in a process of its own, so that what is measured is the server's alone: its arguments are the database and what is written.
import { type LogsAlone, measuredListener, openAudit } from '../../apps/server/test/audit-alone.ts'

export type Writes = 'nothing' | 'calls' | 'calls and streams'

/** Messages of the process: its port first, then what it used of the processor, in µs, whenever it is asked. */
export type FromListener = { readonly port: number } | { readonly usedUs: number }
/** `close`: what was counted is written before the answer. */
export type ToListener = 'used' | 'close'

const [location = '', writes = 'nothing'] = process.argv.slice(2) as [string, Writes]
const logs = await openAudit(location)
const { port } = await measuredListener(
  writes === 'nothing' ? null : logs.audit,
  writes === 'calls and streams' ? () => watched(logs) : undefined,
)
process.on('message', (asked: ToListener) => void answer(asked))
process.send?.({ port } satisfies FromListener)

function watched({ streamLog }: LogsAlone): void {
  streamLog.begin({ kind: 'live', user: 'admin', device: { key: 1, deviceId: 'd1' }, channel: 1 }).end()
}

async function answer(asked: ToListener): Promise<void> {
  if (asked === 'close') await logs.close()
  const { user, system } = process.cpuUsage()
  process.send?.({ usedUs: user + system } satisfies FromListener)
}
