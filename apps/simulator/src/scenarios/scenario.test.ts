import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { Platform } from '../../test/platform.ts'
import { type Fleet, startFleet } from '../fleet.ts'
import { readScenario } from './read-scenario.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'scenarios')

describe('a scenario file', () => {
  for (const file of readdirSync(FOLDER)) {
    it(`${file} of the repository is good`, () => {
      expect(readScenario(readFileSync(join(FOLDER, file), 'utf8'))).toMatchObject({ ok: true })
    })
  }

  const wrong: readonly (readonly [text: string, word: string])[] = [
    ['{', 'JSON'],
    ['{"name":"x","path":[{"lat":24,"lng":120}]}', '"path" is not a list of two'],
    ['{"name":"x","path":[{"lat":24,"lng":120},{"lat":95,"lng":120}]}', 'place 1: "lat"'],
    ['{"name":"x","path":[{"lat":24,"lng":120},{"lat":24,"lng":120,"kmh":0}]}', '"kmh"'],
    ['{"name":"x","path":[{"lat":24,"lng":120,"speed":1},{"lat":24,"lng":120}]}', '"speed"'],
    ['{"name":"x","path":[{"lat":24,"lng":120},{"lat":24,"lng":-120}]}', 'longer than 200 km'],
    ['{"name":"x","path":[{"lat":24,"lng":120},null]}', 'place 1: is not an object'],
    ['[]', 'object'],
    ['{}', '"name"'],
    ['{"name":"x","vehicels":3}', '"vehicels"'],
    ['{"name":"x","vehicles":0}', '"vehicles"'],
    ['{"name":"x","generation":"2020"}', '2011, 2013, 2019, mixed'],
    ['{"name":"x","events":{}}', '"events"'],
    ['{"name":"x","events":[{"fault":"silent","value":true}]}', 'event 0: "atS"'],
    ['{"name":"x","events":[{"atS":1,"fault":"explode","value":true}]}', 'none of cutLink'],
    ['{"name":"x","events":[{"atS":1,"fault":"silent","value":1}]}', '"value" of silent is not a boolean'],
    ['{"name":"x","events":[{"atS":1,"fault":"silent","value":true,"vehicles":[-1]}]}', '"vehicles"'],
    ['{"name":"x","events":[{"atS":1,"fault":"silent","value":true,"until":3}]}', '"until"'],
  ]
  for (const [text, word] of wrong) {
    it(`${text} is refused with a sentence that names ${word}`, () => {
      const read = readScenario(text)
      expect(read.ok ? '' : read.reason).toContain(word)
    })
  }
})

describe('a running scenario', () => {
  let platform: Platform
  let fleet: Fleet

  afterEach(async () => {
    await fleet.close()
    await platform.close()
  })

  it('makes its fleet and switches faults on and off, again and again, for the vehicles it names', async () => {
    platform = await Platform.start()
    const scenario = {
      name: 'test',
      vehicles: 3,
      generation: 'mixed' as const,
      events: [{ atS: 0.2, forS: 0.2, everyS: 1, vehicles: [1], fault: 'duplicates' as const, value: true }],
    }
    fleet = await startFleet({ host: '127.0.0.1', signallingPort: platform.port, scenario })
    const [first, second] = fleet.devices
    await platform.until('all are online', () => fleet.stats().online === 3)
    expect(platform.received.map(({ header }) => header.version)).toEqual(expect.arrayContaining(['2013', '2019']))
    for (let round = 0; round < 2; round++) {
      await platform.until('it is on', () => second!.faults.duplicates)
      expect(first!.faults.duplicates).toBe(false)
      await platform.until('it is off', () => !second!.faults.duplicates)
    }
  })
})
