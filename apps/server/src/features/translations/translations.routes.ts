import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type Languages, textsPath } from '@fleetglass/contract/translations'
import { languages } from '@fleetglass/texts/languages'
import { type HttpEndpoint, type RawEndpoint, rawEndpoint } from '../../platform/http/index.ts'

interface PackedTexts {
  readonly plain: Buffer
  readonly packed: Buffer
  readonly tag: string
}

// The texts are part of the program, so that one process packs them once, however many servers it starts.
let made: PackedTexts | null = null

/**
 * Serves languages and texts. The login page waits for them, so they are serialized and compressed once, at the start; a browser
 * that has them already gets a 304.
 */
export function translationEndpoints(): HttpEndpoint[] {
  made ??= packTexts()
  const { plain, packed, tag } = made
  const handle: RawEndpoint['handle'] = async (request, reply) => {
    reply.headers({ etag: tag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain)
    return reply.header('content-encoding', 'gzip').send(packed)
  }
  return [rawEndpoint({ path: textsPath, access: 'anyone', audit: 'Read the texts', listeners: 'web', handle })]
}

function packTexts(): PackedTexts {
  const plain = Buffer.from(JSON.stringify(allTexts()))
  return {
    plain,
    packed: gzipSync(plain, { level: 9 }),
    tag: `"${createHash('sha256').update(plain).digest('hex').slice(0, 16)}"`,
  }
}

function allTexts(): Languages {
  const raw = new Set(languages.flatMap(({ texts }) => Object.keys(texts)))
  return {
    configs: languages.map(({ config, name, icon }) => ({ config, name, icon })),
    raw: [...raw].sort(),
    data: Object.fromEntries(languages.map(({ config, texts }) => [config, texts])),
  }
}
