export { townMap } from './town-map.ts'
