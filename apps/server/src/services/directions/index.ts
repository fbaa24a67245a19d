export { createDirectionsClient, DIRECTIONS_TIMEOUT_MS, type DirectionsClient } from './directions-client.ts'
