export { embeddedPageRoutes } from './embedded-pages.routes.ts'
