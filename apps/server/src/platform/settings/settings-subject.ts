// How a change travels between processes: which section has which revision; the values are read from the database.
import { z } from 'zod'
import { type Bus, defineJsonCodec, type Subscription, whenRestored } from '../bus/index.ts'

const SUBJECT = 'settings.changed'

const codec = defineJsonCodec({
  name: 'change of server settings',
  version: 1,
  maxBytes: 1024,
  schema: z.object({ section: z.string().max(100), revision: z.int().min(1) }),
})

type SettingsChange = Parameters<typeof codec.encode>[0]

export function publishSettingsChange(bus: Bus, change: SettingsChange): void {
  bus.publish(SUBJECT, codec.encode(change))
}

export function onSettingsChange(
  bus: Bus,
  receive: { changed(change: SettingsChange): void; unreadable(reason: string): void; missed(): void },
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
