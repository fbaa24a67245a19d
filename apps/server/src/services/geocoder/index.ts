export { createGeocoder, GEOCODER_MS, type Geocoder } from './geocoder.ts'
export { type KeptAddresses, openKeptAddresses } from './kept-addresses.ts'
