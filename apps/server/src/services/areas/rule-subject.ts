// How the change of a rule travels between processes: which rule it is; the rule itself is read from the database.
import { z } from 'zod'
import { type Bus, defineJsonCodec, type Subscription, whenRestored } from '../../platform/bus/index.ts'

const SUBJECT = 'rules.changed'

const codec = defineJsonCodec({
  name: 'change of a rule',
  version: 1,
  maxBytes: 1024,
  schema: z.object({
    family: z.enum(['fence', 'route', 'shape']),
    slot: z.int().min(0),
    /** Of the saved rule; `null` after a removal. */
    id: z.int().nullable(),
  }),
})

export type RuleChange = Parameters<typeof codec.encode>[0]

export function publishRuleChange(bus: Bus, change: RuleChange): void {
  bus.publish(SUBJECT, codec.encode(change))
}

export function onRuleChange(
  bus: Bus,
  receive: { changed(change: RuleChange): void; unreadable(reason: string): void; missed(): void },
): Subscription {
  const changes = bus.subscribe(SUBJECT, (bytes) => {
    const change = codec.decode(bytes)
    if (change.ok) receive.changed(change.value)
    else receive.unreadable(change.reason)
  })
  const watch = whenRestored(bus, () => receive.missed())
  return {
    close() {
      changes.close()
      watch.close()
    },
  }
}
