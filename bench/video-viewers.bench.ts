// As many viewers of one stream as one core bears, beside a bare `ws` loop that sends the same bytes; both also over TLS.
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { MEDIA_HEADER_BYTES } from '@fleetglass/contract/streams'
import { SERVER_CORE, startServerSet } from '../tools/site/server-process.ts'
import type { Bench, BenchRow } from './bench.ts'
import { pause, said, startScript, until } from './video/children.ts'
import { accountOf, addAccounts, addressOf, VIEWERS_PER_ACCOUNT, type Watched, watchCrowd } from './video/crowds.ts'

const TERMINAL = 13_700_000_001
const KBIT_PER_S = 600
const PICTURES_PER_S = 15
const CROWD = Number(process.env.FLEETGLASS_BENCH_CROWD ?? '4000')
/** Each viewer of an encrypted stream costs the sender several times as much, and the core of the load as well. */
const TLS_CROWD = Math.min(CROWD, 1000)
const WARM_UP_MS = 3_000
const MEASURED_MS = 8_000
/** Each way this often, by turns; the best of each counts, since other work of the machine only adds. */
const ROUNDS = 2
const certificates = join(import.meta.dirname, '../apps/server/test/certificates')
const tlsFiles = [join(certificates, 'first.cert.pem'), join(certificates, 'first.key.pem')] as const

export const bench: Bench = { name: 'video: viewers of one stream', run: watched }

async function watched(report: (row: BenchRow) => void): Promise<void> {
  const plain = await compare(CROWD, false)
  report({
    what: `${CROWD} viewers of one ${KBIT_PER_S} kbit/s stream from one core`,
    value: plain.ours.cpu * 100,
    unit: '% of a core',
    bar: 'all of it in time, no frame lost, ≥ 0.9 of a bare loop',
    holds: isWhole(plain.ours) && plain.ratio >= 0.9,
    peer: { what: 'a bare ws loop, % of a core', value: plain.bare.cpu * 100, ratio: plain.ratio },
    note: noteOf(plain),
  })
  const secure = await compare(TLS_CROWD, true)
  const dearer = secure.ours.cpuPerMb / plain.ours.cpuPerMb
  report({
    what: `the same over TLS, ${TLS_CROWD} viewers`,
    value: secure.ours.cpu * 100,
    unit: '% of a core',
    bar: 'all of it in time, no frame lost, ≥ 0.9 of a bare loop over TLS',
    holds: isWhole(secure.ours) && secure.ratio >= 0.9,
    peer: { what: 'a bare ws loop over TLS, % of a core', value: secure.bare.cpu * 100, ratio: secure.ratio },
    note: `${noteOf(secure)}; a byte costs ${dearer.toFixed(2)} times as much as without TLS`,
  })
}

interface Compared {
  readonly ours: Watched
  readonly bare: Watched
  /** By CPU a byte. */
  readonly ratio: number
}

async function compare(viewers: number, tls: boolean): Promise<Compared> {
  let ours = await watchedHere(viewers, tls)
  let bare = await watchedBare(viewers, tls)
  for (let round = 1; round < ROUNDS; round++) {
    ours = cheaper(ours, await watchedHere(viewers, tls))
    bare = cheaper(bare, await watchedBare(viewers, tls))
  }
  return { ours, bare, ratio: bare.cpuPerMb / ours.cpuPerMb }
}

function cheaper(one: Watched, other: Watched): Watched {
  return one.cpuPerMb <= other.cpuPerMb ? one : other
}

function isWhole({ dropped, share }: Watched): boolean {
  return dropped === 0 && share > 0.99
}

function noteOf({ ours, bare }: Compared): string {
  const came = (of: Watched): string => `${(of.share * 100).toFixed(1)} %`
  return `${ours.dropped} frames lost, ${came(ours)} of the bytes came in time (bare: ${came(bare)}); ratio by CPU a byte, best of ${ROUNDS} by turns`
}

async function watchedHere(viewers: number, tls: boolean): Promise<Watched> {
  const [cert, key] = tlsFiles
  const settings = tls ? { 'tls-cert': cert, 'tls-key': key } : {}
  const server = await startServerSet(settings, { devices: 1, firstTerminal: TERMINAL })
  const publisher = startScript('publishers.ts', [server.ports.signalling, 1, TERMINAL, KBIT_PER_S])
  let crowd: ChildProcess | null = null
  try {
    await said(publisher)
    const accounts = Math.ceil(viewers / VIEWERS_PER_ACCOUNT)
    addAccounts(server, accounts)
    const paths = Array.from({ length: accounts }, (_, n) => addressOf(TERMINAL, accountOf(n)))
    crowd = startScript('crowd.ts', [tls ? 'tls' : 'plain', server.ports.streams, viewers, ...paths])
    await said(crowd)
    await until('all watch', async () => (await server.metric('fleetglass_viewers')) === viewers)
    await pause(WARM_UP_MS)
    return await watchCrowd(
      crowd,
      { viewers, kbitPerS: KBIT_PER_S, measuredMs: MEASURED_MS },
      {
        cpuS: async () => server.cpuS(),
        dropped: () => server.metric('fleetglass_viewer_frames_dropped_total'),
      },
    )
  } finally {
    for (const child of [crowd, publisher]) child?.kill('SIGKILL')
    await server.close()
  }
}

async function watchedBare(viewers: number, tls: boolean): Promise<Watched> {
  const group = KBIT_PER_S * 250
  const key = Math.round(group * 0.132)
  const delta = Math.round((group - key) / (2 * PICTURES_PER_S - 1))
  const sizes = [2 * PICTURES_PER_S, key + MEDIA_HEADER_BYTES, delta + MEDIA_HEADER_BYTES, PICTURES_PER_S]
  const bare = startScript('bare-loop.ts', [...sizes, ...(tls ? tlsFiles : [])], SERVER_CORE)
  let crowd: ChildProcess | null = null
  try {
    crowd = startScript('crowd.ts', [tls ? 'tls' : 'plain', await said<number>(bare), viewers, '/'])
    await said(crowd)
    await pause(WARM_UP_MS)
    return await watchCrowd(
      crowd,
      { viewers, kbitPerS: KBIT_PER_S, measuredMs: MEASURED_MS },
      {
        async cpuS() {
          bare.send('report')
          return (await said<{ readonly cpuS: number }>(bare)).cpuS
        },
        dropped: async () => 0,
      },
    )
  } finally {
    for (const child of [crowd, bare]) child?.kill('SIGKILL')
  }
}
