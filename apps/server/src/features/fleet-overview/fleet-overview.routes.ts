import {
  fleetHealthAccess,
  fleetHealthPath,
  fleetHealthRequestSchema,
  fleetOverviewAccess,
  fleetOverviewPath,
  fleetOverviewRequestSchema,
} from '@fleetglass/contract/fleet-overview'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { FleetHealthPages } from './fleet-health.service.ts'
import type { FleetFigures } from './fleet-overview.service.ts'

export const fleetOverviewEndpoints = (figures: FleetFigures, health: FleetHealthPages): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: fleetOverviewPath,
    access: fleetOverviewAccess,
    audit: 'Read the figures of the fleet overview',
    body: fleetOverviewRequestSchema,
    handle: ({ account, body }) => figures.overview(account, body),
  }),
  endpoint({
    method: 'POST',
    path: fleetHealthPath,
    access: fleetHealthAccess,
    audit: 'Read which devices need work',
    body: fleetHealthRequestSchema,
    handle: ({ account, body }) => health.page(account, body),
  }),
]
