// A page and a server in one thread: what belongs to the page comes from happy-dom, and what the server needs too
// (addresses, calls, signals) stays that of Node.
import { GlobalWindow } from 'happy-dom'
import { type Environment, populateGlobal } from 'vitest/runtime'

const shared = ['Blob', 'DOMException', 'File', 'FormData', 'Performance', 'performance'] as const

export default {
  name: 'served',
  viteEnvironment: 'ssr',
  setup(global: Record<string, unknown>) {
    const window = new GlobalWindow({ console: global.console as Console, url: 'http://127.0.0.1/' })
    const own = shared.map((name) => [name, Object.getOwnPropertyDescriptor(global, name)] as const)
    const { keys, originals } = populateGlobal(global, window, { bindFunctions: true })
    for (const [name, property] of own) if (property) Object.defineProperty(global, name, property)
    return {
      async teardown() {
        await window.happyDOM.abort()
        for (const key of keys) delete global[key]
        for (const [key, value] of originals) Object.defineProperty(global, key, value as PropertyDescriptor)
      },
    }
  },
} satisfies Environment
