import type { Clock } from '../clock/index.ts'
import type { Bus, Subscription } from './bus.ts'
import { createInProcessBus } from './in-process-bus.ts'

/**
 * A bus whose own messages reach the subscribers of this process before `publish` returns, and whether or not other machines
 * can be reached: a right that was taken away here ends here. Other nodes receive them over `remote`, whose requests are used
 * as they are. `sender` is one word of subjects, and another one in each process: it knows its own messages by it.
 */
export function createLocalFirstBus(deps: {
  readonly remote: Bus
  readonly sender: string
  readonly clock: Clock
  readonly onError: (error: unknown, subject: string) => void
}): Bus {
  const { remote, sender } = deps
  const local = createInProcessBus(deps)
  return {
    publish(subject, bytes) {
      local.publish(subject, bytes)
      return remote.publish(`feed.${sender}.${subject}`, bytes)
    },
    subscribe(pattern, receive) {
      const here = local.subscribe(pattern, receive)
      const elsewhere = remote.subscribe(`feed.*.${pattern}`, (bytes, subject) => {
        const [, from = '', ...words] = subject.split('.')
        if (from !== sender) receive(bytes, words.join('.'))
      })
      return {
        close() {
          here.close()
          elsewhere.close()
        },
      }
    },
    request: (subject, bytes, timeoutMs) => remote.request(subject, bytes, timeoutMs),
    respond: (pattern, answer) => remote.respond(pattern, answer),
    watch: (changed) => remote.watch(changed),
    close: () => local.close(),
  }
}

/** What was learned by messages is to be read again after an outage: some of them were lost. */
export function whenRestored(bus: Pick<Bus, 'watch'>, readAgain: () => void): Subscription {
  return bus.watch((change) => {
    if (change === 'restored') readAgain()
  })
}
