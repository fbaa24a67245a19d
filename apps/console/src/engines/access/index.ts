export { useMayLive, useMayLivePopup, useMayOpen, useMayPlayback, useMaySteer, useVisitor } from './visitor.ts'
