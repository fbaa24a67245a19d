export { createGeocoder, GEOCODER_MS, type Geocoder } from './geocoder.ts'
export { KEPT_ADDRESSES, type KeptAddresses, openKeptAddresses } from './kept-addresses.ts'
