import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { AppError } from '@fleetglass/contract/errors'
import { pageAt } from '@fleetglass/contract/pages'
import { isSafeMode, safeModeQuery, siteScriptPath } from '@fleetglass/contract/session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendFailure } from './send-failure.ts'

// Paths of calls: an unknown one is answered as a failed call even when a browser's address bar asks for it.
const CALLS = /^\/(gk|api|i18n|nominatim)[a-z]*(\/|$)/

/**
 * The files of the built console. Files under `assets/` carry a hash in their name and are kept for ever; a path that names
 * no file is a page of the console when a browser asks for it (SHELL-072).
 */
export async function consoleFiles(fastify: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, 'index.html'))
  if (built) {
    await fastify.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'deny',
      setHeaders(reply, path) {
        const hashed = path.startsWith(join(folder, 'assets'))
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  // Before the files: the address `/` is one of them.
  fastify.addHook('onRequest', async (request, reply) => {
    if (!built || !isSafeMode(request.url) || !isPage(request)) return
    const html = await readFile(join(folder, 'index.html'), 'utf8')
    const script = `"${siteScriptPath}`
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(html.replace(`${script}"`, `${script}?${safeModeQuery}"`))
  })
  fastify.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) return sendFailure(reply, new AppError('unknown-path'))
    if (built) return reply.sendFile('index.html')
    return reply
      .code(503)
      .type('text/plain')
      .send('The console is not built yet: run "npm run build" and start again.\n')
  })
}

function isPage({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? ''
  const isPath = pageAt(path) !== null || (!CALLS.test(path) && !/\.[a-z0-9]+$/i.test(path))
  return isPath && method === 'GET' && headers.accept?.includes('text/html') === true
}
