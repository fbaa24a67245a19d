export { embeddedPagesFeature } from './embedded-pages.module.ts'
