export { useSectionChanges } from './section-changes.ts'
export { type Section, SectionsPage } from './sections-page.tsx'
