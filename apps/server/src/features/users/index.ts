export { usersFeature } from './users.module.ts'
