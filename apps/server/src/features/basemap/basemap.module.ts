import { defineFeature } from '../define-feature.ts'
import { basemapEndpoints } from './basemap.routes.ts'
import { openBasemap } from './basemap.service.ts'

export const basemapFeature = defineFeature({
  name: 'basemap',
  needs: ['config', 'log', 'dataFolder'],
  async start({ config, log, dataFolder }) {
    const basemap = await openBasemap({ log, path: config.basemap, dataFolder: dataFolder.path })
    return { endpoints: basemapEndpoints(basemap), close: () => basemap.close() }
  },
})
