import { createManualClock } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import { limitLog } from './limited-log.ts'
import { createLog } from './log.ts'

function limited(mostKeys?: number) {
  const lines: Record<string, unknown>[] = []
  const clock = createManualClock(0)
  const log = limitLog(createLog('info', { write: (line) => lines.push(JSON.parse(line)) }), clock, mostKeys)
  return { log, lines, clock }
}

describe('the log of what anybody can cause', () => {
  it('[M3] writes one line per address, text and minute, and says how many were left out', () => {
    const { log, lines, clock } = limited()
    for (let at = 0; at < 100; at++) log.info('10.0.0.1', { peer: at }, 'refused')
    log.info('10.0.0.2', {}, 'refused')
    log.warn('10.0.0.1', {}, 'closed')
    expect(lines.map(({ level, msg, peer, suppressed }) => [level, msg, peer, suppressed])).toEqual([
      ['info', 'refused', 0, undefined],
      ['info', 'refused', undefined, 99],
      ['warn', 'closed', undefined, undefined],
    ])
    clock.advance(59_999)
    log.info('10.0.0.1', {}, 'refused')
    expect(lines).toHaveLength(3)
    clock.advance(1)
    log.info('10.0.0.1', {}, 'refused')
    expect(lines.at(-1)).toMatchObject({ msg: 'refused', suppressed: 1 })
  })

  it('[M3] writes no more lines in a minute than it remembers addresses, however many are invented', () => {
    const { log, lines, clock } = limited(256)
    for (let at = 0; at < 100_000; at++) log.info(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, {}, 'refused')
    expect(lines).toHaveLength(256)
    clock.advance(60_000)
    log.info('192.168.0.1', {}, 'refused')
    expect(lines.at(-1)).toMatchObject({ suppressed: 100_000 - 256 })
  })

  it('[M3] a level that is switched off takes no place', () => {
    const { log, lines } = limited(1)
    log.debug('10.0.0.1', {}, 'refused')
    log.info('10.0.0.2', {}, 'refused')
    expect(lines).toHaveLength(1)
  })
})
