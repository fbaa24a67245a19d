export { GroupFilter } from './group-filter.tsx'
