export { netflowFeature } from './netflow.module.ts'
