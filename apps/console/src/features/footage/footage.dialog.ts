import type { DialogName } from '../../platform/pages/index.ts'

export const footageDialog: DialogName = { name: 'footage' }
