import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { AppError } from '@fleetglass/contract/errors'
import { pageAt } from '@fleetglass/contract/pages'
import type { FastifyInstance } from 'fastify'
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
  fastify.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage = pageAt(path) !== null || (!CALLS.test(path) && !/\.[a-z0-9]+$/i.test(path))
    if (!isPage || request.method !== 'GET' || !request.headers.accept?.includes('text/html')) {
      return sendFailure(reply, new AppError('unknown-path'))
    }
    if (built) return reply.sendFile('index.html')
    return reply
      .code(503)
      .type('text/plain')
      .send('The console is not built yet: run "npm run build" and start again.\n')
  })
}
