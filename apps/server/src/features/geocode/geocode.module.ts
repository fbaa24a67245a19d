import { join } from 'node:path'
import { createShutdown } from '../../platform/shutdown/index.ts'
import { createGazetteer } from '../../services/gazetteer/index.ts'
import { createGeocoder, openStoredAddresses } from '../../services/geocoder/index.ts'
import { defineFeature } from '../define-feature.ts'
import { geocodeEndpoints } from './geocode.routes.ts'
import { createGeocode } from './geocode.service.ts'

/** Addresses of the site's geocoder, stored on disk, and the nearest place where it has none. */
export const geocodeFeature = defineFeature({
  name: 'geocode',
  needs: ['config', 'clock', 'log', 'dataFolder'],
  async start({ config, clock, log, dataFolder }) {
    const running = createShutdown(log)
    const stored = running.own('addresses', await openStoredAddresses(join(dataFolder.path, 'addresses.jsonl'), log))
    const places = config.nearbyPlaces ? running.own('places', createGazetteer({ log })) : null
    const geocoder = config.geocoder === '' ? null : createGeocoder({ clock, url: config.geocoder })
    const geocode = createGeocode({ clock, geocoder, places, stored })
    return { endpoints: geocodeEndpoints(geocode), close: () => running.close() }
  },
})
