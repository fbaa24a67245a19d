export {
  resolveOptions,
  type SiteOptions,
} from './options.ts'
