import { expect, it } from 'vitest'
import { EventCode } from '../events/index.ts'
import { eventDefinitionSchema, eventNames, globalDefinitions } from './index.ts'

it('[GPSP-58] a definition has the profile, the number and the name of an event', () => {
  const overspeed = globalDefinitions.find(({ eventtype }) => eventtype === EventCode.overspeed)
  expect(eventDefinitionSchema.parse(overspeed)).toEqual({
    definename: 'GLOBAL',
    eventtype: 15,
    eventname: 'Overspeed',
    notifytext: '',
    notifycolor: '#FFFFFF',
    builtin: 1,
  })
  expect(new Set(globalDefinitions.map(({ eventtype }) => eventtype)).size).toBe(globalDefinitions.length)
})

it('[GPSP-59] [GPSP-68] an event is called as the profile of its device says, else as GLOBAL says, else by nothing', () => {
  const night = { definename: 'night', eventtype: EventCode.overspeed, eventname: 'Too fast' }
  const links = [
    { deviceid: 'van', definename: 'night' },
    { deviceid: 'bus', definename: 'gone' },
  ]
  const name = eventNames([...globalDefinitions, night], links)
  expect([
    name('van', EventCode.overspeed),
    name('bus', EventCode.overspeed),
    name('car', EventCode.overspeed),
  ]).toEqual([...['Too fast', 'Overspeed', 'Overspeed']])
  expect(name('van', EventCode.gSensor)).toBe('G-Sensor')
  expect(name('van', 12_345)).toBeNull()
})
