import { defineFeature } from '../define-feature.ts'
import { permissionEndpoints } from './permissions.routes.ts'
import { createPermissionSettings } from './permissions.service.ts'

export const permissionsFeature = defineFeature({
  name: 'permissions',
  needs: ['permissions'],
  start: ({ permissions }) => ({ endpoints: permissionEndpoints(createPermissionSettings(permissions)) }),
})
