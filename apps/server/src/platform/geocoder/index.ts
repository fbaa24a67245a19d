export { createGeocoder, GEOCODER_MS, type Geocoder } from './geocoder.ts'
