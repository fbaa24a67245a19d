import type { Bus, BusChange } from '../../src/platform/bus/index.ts'

/** A bus of one process that can lose messages of others for a while, as one between machines does. */
export function interruptedBus(bus: Bus) {
  const watchers = new Set<(change: BusChange) => void>()
  let isOut = false
  const change = (to: BusChange): void => {
    isOut = to === 'interrupted'
    for (const watcher of [...watchers]) watcher(to)
  }
  const interrupted: Bus = {
    ...bus,
    publish: (subject, bytes) => !isOut && bus.publish(subject, bytes),
    subscribe: (pattern, receive) => bus.subscribe(pattern, (bytes, subject) => isOut || receive(bytes, subject)),
    watch(changed) {
      watchers.add(changed)
      return { close: () => void watchers.delete(changed) }
    },
  }
  return { bus: interrupted, change }
}
