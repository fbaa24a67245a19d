export {
  closeDialog,
  type Dialog,
  type DialogName,
  defineDialog,
  type OpenedDialog,
  openDialog,
  openedDialog,
} from './dialog.ts'
export { gpsPlaybackAddress } from './gps-playback-address.ts'
export { type Moment, momentQuery } from './moment.ts'
export { openedAnew, usePageKey } from './opened-anew.ts'
export type { BuiltPage } from './page.ts'
export { placeAddress, placeOf } from './place-address.ts'
export { type AskedEvents, askedEvents, eventQueryAddress, mileageAddress } from './report-addresses.ts'
export { guardLeaving, hasUnsaved, leavePage, useModalUnsaved, useUnsavedInModal } from './unsaved.ts'
