import type { Plugin } from 'vite'
import { withLogicalSides } from './logical-sides.ts'

/** Our own stylesheets, written with left and right, are for both directions of reading. */
export function logicalSides(): Plugin {
  return {
    name: 'fleetglass-logical-sides',
    enforce: 'pre',
    transform(code, id) {
      const path = id.split('?')[0] ?? ''
      if (!path.endsWith('.css') || path.includes('/node_modules/')) return null
      return { code: withLogicalSides(code), map: null }
    },
  }
}
