// Fences at the load of a large fleet: 1 000 of them for 10 000 devices, 2 000 positions a second, with events and what is
// known of each device going to a real database; and the same events found by a peer that looks at every fence each time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { positionMessage } from '../apps/server/test/devices/device-client.ts'
import { type RulesAlone, startRulesAlone } from '../apps/server/test/rules/rules-alone.ts'
import type { Bench } from './bench.ts'

const FENCES = 1_000
const DEVICES = 10_000
const PER_SECOND = 2_000
/** Positions of each device, one every five seconds. */
const ROUNDS = 12
const STEP_S = DEVICES / PER_SECOND
/** Positions that come at once. */
const GROUP = 100
/** Degrees that the town is wide. */
const TOWN_DEG = 0.36
const [SOUTH, WEST] = [24, 120.4]
/** Devices that the peer looks at too. */
const COMPARED = 300
/** A way that passes a border at less than this is left out: both arithmetics are right. */
const GRAZE_M = 1

interface Circle {
  readonly lat: number
  readonly lng: number
  readonly radiusM: number
}

interface At {
  readonly lat: number
  readonly lng: number
}

interface Round {
  readonly at: number
  readonly nowS: number
  /** What it costs to judge a position, in ms. */
  readonly times: number[]
  /** From the call to all that a position led to being on disk, in ms; of the positions that led to anything. */
  readonly storedMs: number[]
  /** Left out: as fast as it is taken. */
  readonly perSecond?: number
}

export const bench: Bench = {
  name: 'Rules: 1 000 fences, 10 000 devices, 2 000 positions a second',
  async run(report) {
    const folder = mkdtempSync(join(tmpdir(), 'fleetglass-bench-rules-'))
    const random = numbers(20_260_701)
    const circles = Array.from({ length: FENCES }, (): Circle => ({ ...place(random), radiusM: 100 + random() * 900 }))
    const ways = Array.from({ length: DEVICES }, () => wayOf(random))
    try {
      const { events, cpuS, perPositionMs, storedMs, received } = await measure(folder, circles, ways)
      const share = cpuS / ((ROUNDS - 1) * STEP_S)
      report({
        what: 'CPU share of a core, judging, events and states on disk',
        value: share,
        unit: 'cores',
        bar: '< 0.5',
        holds: share < 0.5,
        note: `${received} events in ${(ROUNDS - 1) * STEP_S} s of the fleet`,
      })
      const p95Ms = perPositionMs[Math.floor(perPositionMs.length * 0.95)] ?? 0
      report({
        what: 'loop time of a position, p95',
        value: p95Ms * 1000,
        unit: 'µs',
        bar: '< 200 µs',
        holds: p95Ms < 0.2,
        note: `p99 ${(1000 * (perPositionMs.at(-Math.ceil(perPositionMs.length / 100)) ?? 0)).toFixed(1)} µs`,
      })
      const waitMs = storedMs[Math.floor(storedMs.length * 0.95)] ?? Number.NaN
      report({
        what: 'wait of a position with events until they are on disk, p95',
        value: waitMs,
        unit: 'ms',
        bar: '≤ 1 000 ms',
        holds: waitMs <= 1_000,
        note: `${storedMs.length} positions, median ${(storedMs[storedMs.length >> 1] ?? Number.NaN).toFixed(0)} ms, longest ${(storedMs.at(-1) ?? Number.NaN).toFixed(0)} ms; at ${PER_SECOND} positions a second`,
      })
      const startMs = performance.now()
      const wanted = ways.slice(0, COMPARED).flatMap((way, device) => bruteForce(circles, way, device))
      const peerUs = ((performance.now() - startMs) / (COMPARED * (ROUNDS - 1))) * 1000
      const missed = compare(wanted, events)
      const wrong = missed.length
      report({
        what: `events of ${COMPARED} devices other than of a peer that asks each fence`,
        value: wrong,
        unit: 'events',
        bar: '0',
        holds: wrong === 0,
        note: `${wanted.length} events; ${missed.slice(0, 3).join(', ')}`,
        peer: { what: 'that peer, µs a position', value: peerUs, ratio: meanUs(perPositionMs) / peerUs },
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

async function measure(folder: string, circles: readonly Circle[], ways: readonly At[][]) {
  const events: string[] = []
  let received = 0
  const alone = await startRulesAlone(join(folder, 'rules.sqlite'), ({ deviceKey, code, name }) => {
    received += 1
    if (deviceKey <= COMPARED) events.push(`${deviceKey} ${code} ${name}`)
  })
  await save(alone, circles)
  const nowS = Math.floor(Date.now() / 1000)
  const perPositionMs: number[] = []
  const storedMs: number[] = []
  // The first round makes what is known of each device: it happens once in its life.
  await round(alone, ways, { at: 0, nowS, times: [], storedMs: [] })
  const before = process.cpuUsage()
  for (let at = 1; at < ROUNDS - 1; at++) await round(alone, ways, { at, nowS, times: perPositionMs, storedMs: [] })
  // As fast as it is taken, a position would wait for those before it.
  await round(alone, ways, { at: ROUNDS - 1, nowS, times: perPositionMs, storedMs, perSecond: PER_SECOND })
  await alone.close()
  const used = process.cpuUsage(before)
  for (const times of [perPositionMs, storedMs]) times.sort((a, b) => a - b)
  return { events, received, perPositionMs, storedMs, cpuS: (used.user + used.system) / 1e6 }
}

/** One position of each device, in the groups in which a loop takes them. */
async function round(
  alone: RulesAlone,
  ways: readonly At[][],
  { at, nowS, times, storedMs, perSecond }: Round,
): Promise<void> {
  const waiting: Promise<void>[] = []
  const begunMs = performance.now()
  for (const [n, way] of ways.entries()) {
    const { lat, lng } = way[at]!
    const timeS = nowS + at * STEP_S
    const fix = { latE6: Math.round(lat * 1e6), lngE6: Math.round(lng * 1e6) }
    const { body } = positionMessage(timeS, fix)
    const startMs = performance.now()
    const stored = alone.position(alone.device(n + 1), body, {
      timeS,
      place: { ...fix, speedKmh: 54 },
      isStored: false,
    })
    times.push(performance.now() - startMs)
    if (stored) waiting.push(stored.then(() => void storedMs.push(performance.now() - startMs)))
    if (n % GROUP !== GROUP - 1) continue
    if (perSecond === undefined) await new Promise((resolve) => setImmediate(resolve))
    else await pause(begunMs + ((n + 1) / perSecond) * 1000 - performance.now())
  }
  await Promise.all(waiting)
}

async function save({ rules }: RulesAlone, circles: readonly Circle[]): Promise<void> {
  const deviceKeys = Array.from({ length: DEVICES }, (_, n) => n + 1)
  const flags = { enabled: true, raisesOnEnter: true, raisesOnLeave: true, deviceKeys }
  for (const [n, circle] of circles.entries()) {
    await rules.save({ ...flags, family: 'fence', slot: n, title: `fence ${n}`, figure: { kind: 'circle', ...circle } })
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
}

function place(random: () => number): At {
  return { lat: SOUTH + random() * TOWN_DEG, lng: WEST + random() * TOWN_DEG }
}

/** 15 metres a second, with a bend now and then. */
function wayOf(random: () => number): At[] {
  let { lat, lng } = place(random)
  let heading = random() * 2 * Math.PI
  return Array.from({ length: ROUNDS }, () => {
    const at = { lat: rounded(lat), lng: rounded(lng) }
    if (random() < 0.3) heading += random() - 0.5
    lat += (Math.cos(heading) * 15 * STEP_S) / 111_195
    lng += (Math.sin(heading) * 15 * STEP_S) / (111_195 * Math.cos((lat * Math.PI) / 180))
    return at
  })
}

const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

interface Wanted {
  readonly name: string
  /** It touches a border: either answer is right. */
  readonly isGraze: boolean
}

/** Every fence for every step, in a plane around the fence. */
function bruteForce(circles: readonly Circle[], way: readonly At[], device: number): Wanted[] {
  const wanted: Wanted[] = []
  for (let at = 1; at < way.length; at++) {
    for (const [n, circle] of circles.entries()) {
      const [ax, ay] = metres(circle, way[at - 1]!)
      const [bx, by] = metres(circle, way[at]!)
      const [dx, dy] = [bx - ax, by - ay]
      const square = dx * dx + dy * dy
      const half = ax * dx + ay * dy
      const root = half * half - square * (ax * ax + ay * ay - circle.radiusM ** 2)
      const nearest = Math.sqrt(Math.max(0, ax * ax + ay * ay - (half * half) / square))
      const ends = [Math.hypot(ax, ay), Math.hypot(bx, by), nearest]
      const isGraze = ends.some((distance) => Math.abs(distance - circle.radiusM) < GRAZE_M)
      if (root <= 0) continue
      const shares = [(-half - Math.sqrt(root)) / square, (-half + Math.sqrt(root)) / square]
      for (const [which, share] of shares.entries()) {
        if (share > 0 && share <= 1) wanted.push({ name: `${device + 1} ${which === 0 ? 51 : 52} fence ${n}`, isGraze })
      }
    }
  }
  return wanted
}

function metres({ lat, lng }: Circle, at: At): [number, number] {
  const scale = 6_371_008.8 * (Math.PI / 180)
  const middle = (((lat + at.lat) / 2) * Math.PI) / 180
  return [(at.lng - lng) * scale * Math.cos(middle), (at.lat - lat) * scale]
}

/** What one of both has more often than the other; where a border was touched either is right. */
function compare(wanted: readonly Wanted[], events: readonly string[]): string[] {
  const surplus = new Map<string, number>()
  const unsure = new Set<string>()
  for (const { name, isGraze } of wanted) {
    surplus.set(name, (surplus.get(name) ?? 0) + 1)
    if (isGraze) unsure.add(name)
  }
  for (const name of events) surplus.set(name, (surplus.get(name) ?? 0) - 1)
  return [...surplus]
    .filter(([name, count]) => count !== 0 && !unsure.has(name))
    .map(([name, count]) => `${name}: ${-count}`)
}

function meanUs(times: readonly number[]): number {
  return (times.reduce((sum, ms) => sum + ms, 0) / times.length) * 1000
}

/** The same numbers each run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
