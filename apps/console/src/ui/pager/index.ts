export { Pager } from './pager.tsx'
