export type { AccessPolicy, Endpoint } from './access-policy.ts'
export { forAnyone, recordRoutes } from './recorded-routes.ts'
