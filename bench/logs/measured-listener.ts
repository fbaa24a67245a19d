// Two listeners in a process of their own, so that what is measured is the server's alone: the calls of one are recorded, those of
// the other are not. One process, because two that do the same differ by more than what recording costs. Its arguments are the
// database and what is written.
import { type LogsAlone, measuredListener, openAudit } from '../../apps/server/test/audit-alone.ts'

export type Writes = 'calls' | 'calls and streams'

/** Messages of the process: its ports first, then what it used of the processor, in µs, whenever it is asked. */
export type FromListener = { readonly writing: number; readonly bare: number } | { readonly usedUs: number }
/** `close`: what was counted is written before the answer. */
export type ToListener = 'used' | 'close'

const [location = '', writes = 'calls'] = process.argv.slice(2) as [string, Writes]
const logs = await openAudit(location)
const writing = await measuredListener(logs.audit, writes === 'calls and streams' ? () => watched(logs) : undefined)
const bare = await measuredListener(null)
process.on('message', (asked: ToListener) => void answer(asked))
process.send?.({ writing: writing.port, bare: bare.port } satisfies FromListener)

function watched({ streamLog }: LogsAlone): void {
  streamLog.begin({ kind: 'live', user: 'admin', device: { key: 1, deviceId: 'd1' }, channel: 1 }).end()
}

async function answer(asked: ToListener): Promise<void> {
  if (asked === 'close') await logs.close()
  // What calls left behind is theirs, and not that of the calls after them.
  globalThis.gc?.({ type: 'minor' })
  const { user, system } = process.cpuUsage()
  process.send?.({ usedUs: user + system } satisfies FromListener)
}
