import { createManualClock } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import { createInProcessBus, createLocalFirstBus } from './index.ts'

const clock = createManualClock()
const onError = (error: unknown): never => {
  throw error
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

function start() {
  const remote = createInProcessBus({ clock, onError })
  const node = (name: string) => {
    const received: string[] = []
    const bus = createLocalFirstBus({ remote, sender: name, clock, onError })
    const subscription = bus.subscribe('rights.*', (message, subject) =>
      received.push(`${subject} ${new TextDecoder().decode(message)}`),
    )
    return { bus, received, subscription }
  }
  return { remote, here: node('one'), there: node('two') }
}

describe('the bus for changes of the database', () => {
  it('brings a message once to its own process and to every other', () => {
    const { here, there } = start()
    expect(here.bus.publish('rights.van', bytes('1'))).toBe(true)
    expect([here.received, there.received]).toEqual([['rights.van 1'], ['rights.van 1']])
    there.subscription.close()
    here.bus.publish('rights.van', bytes('2'))
    expect([here.received.length, there.received.length]).toEqual([2, 1])
  })

  it('brings it to its own process while no other can be reached', () => {
    const { remote, here, there } = start()
    remote.publish = () => false
    expect(here.bus.publish('rights.van', bytes('1'))).toBe(false)
    expect([here.received, there.received]).toEqual([['rights.van 1'], []])
  })
})
