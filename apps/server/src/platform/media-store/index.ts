export { MediaFolder, mediaFileOf, openMediaFolder, openMediaOnThread, type ThreadFile } from './media-folder.ts'
export type { MediaFile, MediaLocation, MediaStore } from './media-store.types.ts'
