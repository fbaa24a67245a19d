export { createGeocoder, GEOCODER_MS, type Geocoder } from './geocoder.ts'
export { openStoredAddresses, type StoredAddresses } from './stored-addresses.ts'
