export type { ConsolePage, PageMenu, PageSwitch } from './console-page.ts'
export { consolePages, type PagePath } from './console-pages.ts'
export {
  isListed,
  isSameHost,
  landingPath,
  mayOpen,
  pageAt,
  pageOf,
  redirectsTo,
  shareLink,
  sharePagePath,
  type Visitor,
} from './page-rules.ts'
