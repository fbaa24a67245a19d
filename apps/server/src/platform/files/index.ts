export { type FileBelow, filesBelow, nullIfMissing } from './files-below.ts'
export { syncFolders, syncPath, writeSynced } from './synced-files.ts'
export { removeUnknownFiles } from './unknown-files.ts'
