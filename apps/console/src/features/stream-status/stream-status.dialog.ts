import type { DialogName } from '../../platform/pages/index.ts'

export const streamStatusDialog: DialogName = { name: 'streamStatus' }
