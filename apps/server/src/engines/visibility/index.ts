export { createVisibility, type Visibility } from './visibility.ts'
