import { defineMessage } from '../message.ts'
import { readRoute, writeRoute } from '../shapes/areas.ts'

/** 0x8606, down: set one route. JT/T 808-2013, 8.41; 2019 adds night speeds and a name. */
export const routeSetting = defineMessage({
  id: 0x8606,
  name: 'routeSetting',
  decode: readRoute,
  encode: writeRoute,
})
