export { arrive } from './arrive.ts'
