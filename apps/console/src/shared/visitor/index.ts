export { useVisitor } from './visitor.ts'
