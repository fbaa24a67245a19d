import { fleetOverviewAccess, fleetOverviewPath, fleetOverviewRequestSchema } from '@fleetglass/contract/fleet-overview'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { FleetFigures } from './fleet-overview.service.ts'

export const fleetOverviewEndpoints = (figures: FleetFigures): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: fleetOverviewPath,
    access: fleetOverviewAccess,
    audit: 'Read the figures of the fleet overview',
    body: fleetOverviewRequestSchema,
    handle: ({ account, body }) => figures.overview(account, body),
  }),
]
