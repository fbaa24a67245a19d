export { usePolledQuery } from './use-polled-query.ts'
