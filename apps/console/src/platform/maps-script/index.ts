export { loadMapsScript } from './maps-script.ts'
