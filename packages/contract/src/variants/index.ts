export {
  type ResolvedOptions,
  resolveOptions,
  type SiteOptions,
  siteOptionsSchema,
  standardOptions,
} from './options.ts'
