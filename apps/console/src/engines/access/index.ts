export { useMayLive, useMayLivePopup, useMayOpen, useMayPlayback, useVisitor } from './visitor.ts'
