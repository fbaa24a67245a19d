export {
  EMBEDDED_PAGES_MAX,
  type EmbeddedPages,
  embeddedPageSchema,
  embeddedPagesPath,
  embeddedPagesSchema,
} from './embedded-pages.http.ts'
