export { readSiteConfig, type SiteConfig } from './site-config.ts'
