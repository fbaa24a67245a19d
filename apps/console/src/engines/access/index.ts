export { useMayLivePopup, useMayOpen, useVisitor } from './visitor.ts'
