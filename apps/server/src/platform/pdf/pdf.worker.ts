import { serveCalls } from '../worker/index.ts'
import type { TableDocument } from './pdf.types.ts'
import { writeTableDocument } from './table-document.ts'

serveCalls<null, TableDocument>(() => ({ handle: writeTableDocument }))
