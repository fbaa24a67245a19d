import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { languages } from '@fleetglass/contract/languages'
import { type Languages, textsPath } from '@fleetglass/contract/translations'
import { type HttpEndpoint, type RawEndpoint, rawEndpoint } from '../../platform/http/index.ts'

/**
 * Gives out languages and texts. The login page waits for them, so they are put into words and packed once, at the start;
 * a browser that has them already is told so.
 */
export function translationEndpoints(): HttpEndpoint[] {
  const plain = Buffer.from(JSON.stringify(allTexts()))
  const packed = gzipSync(plain, { level: 9 })
  const tag = `"${createHash('sha256').update(plain).digest('hex').slice(0, 16)}"`
  const handle: RawEndpoint['handle'] = async (request, reply) => {
    reply.headers({ etag: tag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain)
    return reply.header('content-encoding', 'gzip').send(packed)
  }
  return [rawEndpoint({ path: textsPath, access: 'anyone', audit: 'Read the texts', listeners: 'web', handle })]
}

function allTexts(): Languages {
  const raw = new Set(languages.flatMap(({ texts }) => Object.keys(texts)))
  return {
    configs: languages.map(({ config, name, icon }) => ({ config, name, icon })),
    raw: [...raw].sort(),
    data: Object.fromEntries(languages.map(({ config, texts }) => [config, texts])),
  }
}
