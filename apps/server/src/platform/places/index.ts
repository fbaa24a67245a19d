export { createPlaces, describePlace, PLACES_CREDIT, type Places } from './places.ts'
