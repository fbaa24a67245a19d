import { defineFeature } from '../define-feature.ts'
import { autoUploadEndpoints } from './auto-upload.routes.ts'

/** Files that devices uploaded on their own. */
export const autoUploadFeature = defineFeature({
  name: 'auto-upload',
  needs: ['autoUploads', 'clock', 'gate', 'log', 'site', 'visibility'],
  start({ autoUploads, ...parts }) {
    return { endpoints: autoUploadEndpoints({ uploads: autoUploads, ...parts }), jobs: autoUploads.jobs }
  },
})
