import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/compile')

/**
 * Modules that are imported from now on, here and in worker threads, are compiled once per version of their source: a start takes
 * half the time, and no thread needs the memory to strip types. Where the folder cannot be written Node goes on without it.
 */
export function useCompileCache(): void {
  process.env.NODE_COMPILE_CACHE ??= FOLDER
  enableCompileCache(process.env.NODE_COMPILE_CACHE)
}
