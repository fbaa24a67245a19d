export { ArchiveTooLarge, writeEncryptedArchive } from './encrypted-archive.ts'
