import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { compileAsync } from 'sass'
import type { Plugin } from 'vite'
import { themeNames } from '../src/platform/theme/theme-names.ts'
import { withLogicalSides } from './logical-sides.ts'
import { withoutWebFonts } from './web-fonts.ts'

const virtualId = 'virtual:themes'
const require = createRequire(import.meta.url)

/**
 * The 18 themes as one stylesheet each, loaded one at a time. `virtual:themes` exports `themeUrls`, name to address.
 * `default` is Bootstrap compiled with our own values; the others are Bootswatch as shipped, without their web fonts.
 */
export function themes(): Plugin {
  const sheets = new Map<string, { readonly path: string; readonly css: string }>()
  return {
    name: 'fleetglass-themes',
    async buildStart() {
      for (const name of themeNames) {
        const shipped = name === 'default' ? await defaultTheme() : bootswatch(name)
        const css = withLogicalSides(withoutWebFonts(shipped))
        const hash = createHash('sha256').update(css).digest('hex').slice(0, 8)
        const path = `assets/theme-${name}-${hash}.css`
        sheets.set(name, { path, css })
        if (this.meta.watchMode || this.environment?.mode === 'dev') continue
        this.emitFile({ type: 'asset', fileName: path, source: css })
      }
    },
    resolveId(id) {
      return id === virtualId ? `\0${virtualId}` : undefined
    },
    load(id) {
      if (id !== `\0${virtualId}`) return undefined
      const urls = Object.fromEntries([...sheets].map(([name, sheet]) => [name, `/${sheet.path}`]))
      return `export const themeUrls = ${JSON.stringify(urls)}`
    },
    transformIndexHtml() {
      const href = `/${sheets.get('default')?.path ?? ''}`
      return [{ tag: 'link', attrs: { rel: 'stylesheet', href, id: 'theme' }, injectTo: 'head-prepend' }]
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const sheet = [...sheets.values()].find(({ path }) => request.url === `/${path}`)
        if (!sheet) return next()
        response.setHeader('content-type', 'text/css')
        response.end(sheet.css)
      })
    },
  }
}

async function defaultTheme(): Promise<string> {
  const result = await compileAsync(join(import.meta.dirname, 'default-theme.scss'), {
    loadPaths: [join(require.resolve('bootstrap/package.json'), '../scss')],
    style: 'compressed',
    quietDeps: true,
    silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'],
  })
  return result.css
}

function bootswatch(name: string): string {
  return readFileSync(join(require.resolve('bootswatch/package.json'), '../dist', name, 'bootstrap.min.css'), 'utf8')
}
