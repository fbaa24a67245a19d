export { MediaFolder, mediaFileOf, openMediaFolder, openMediaOnThread, type ThreadFile } from './media-folder.ts'
export { createMediaSlots, type MediaSlots, recordDiskSettings } from './media-slots.ts'
export type { MediaFile, MediaLocation, MediaStore } from './media-store.types.ts'
export { onSlot, splitSlot } from './slot-path.ts'
