export { createPlaces, PLACES_CREDIT, type Places } from './places.ts'
