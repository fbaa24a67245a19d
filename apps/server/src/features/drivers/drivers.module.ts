import { defineFeature } from '../define-feature.ts'
import { driverEndpoints } from './drivers.routes.ts'
import { createDrivers } from './drivers.service.ts'
import { createDriverStore } from './drivers.store.ts'

export const driversFeature = defineFeature({
  name: 'drivers',
  needs: ['clock', 'database', 'registry', 'visibility'],
  start({ clock, database, registry, visibility }) {
    const drivers = createDrivers({ clock, store: createDriverStore(database), registry, visibility })
    return { endpoints: driverEndpoints(drivers) }
  },
})
