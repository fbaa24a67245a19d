import type { DialogName } from '../../../apps/console/src/platform/pages/index.ts'

export const onlineCountDialog: DialogName = { name: 'onlineCount' }
