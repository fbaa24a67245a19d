import type { DialogName } from '../../platform/pages/index.ts'

export const broadcastDialog: DialogName = { name: 'broadcast' }
