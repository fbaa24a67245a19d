import { join } from 'node:path'
import { createShutdown } from '../../platform/shutdown/index.ts'
import { createGazetteer } from '../../services/gazetteer/index.ts'
import { createGeocoder, openStoredAddresses } from '../../services/geocoder/index.ts'
import { defineFeature } from '../define-feature.ts'
import { geocodeEndpoints } from './geocode.routes.ts'
import { createGeocode } from './geocode.service.ts'
import { nominatimSettings } from './nominatim-settings.ts'

/** Addresses of the site's geocoder, stored on disk, and the nearest place where it has none. */
export const geocodeFeature = defineFeature({
  name: 'geocode',
  needs: ['config', 'clock', 'log', 'threads', 'dataFolder', 'settings'],
  async start({ config, clock, log, threads, dataFolder, settings }) {
    const running = createShutdown(log)
    const stored = running.own('addresses', await openStoredAddresses(join(dataFolder.path, 'addresses.jsonl'), log))
    const places = config.nearbyPlaces ? running.own('places', createGazetteer({ log, threads })) : null
    const section = settings.open(nominatimSettings)
    const create = () => {
      const { enable, server } = section.value
      // The configuration file may name any server, and what is saved in the console may not.
      const allowLocal = config.localTargets || server === config.geocoder
      const geocoder = enable && server !== '' ? createGeocoder({ clock, url: server, allowLocal }) : null
      return createGeocode({ clock, geocoder, places, stored })
    }
    let geocode = create()
    // Another server, or none: what waits for the one before, and its pause after failures, ends with it.
    const subscription = section.subscribe(() => {
      geocode = create()
    })
    running.add('nominatim settings', async () => subscription.close())
    return {
      endpoints: geocodeEndpoints({
        get status() {
          return geocode.status
        },
        reverse: (account, place) => geocode.reverse(account, place),
        find: (account, request) => geocode.find(account, request),
      }),
      close: () => running.close(),
    }
  },
})
