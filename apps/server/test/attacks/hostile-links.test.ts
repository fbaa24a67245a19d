// Many hostile peers of the main channel at once; ten thousand of them, with the memory they cost: npm run bench -- channel
import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { startTestServer, until } from '../harness.ts'
import { attack, endsAtOnce, type HostileLink, hostileAddress, hostileKinds } from './hostile-links.ts'

const LINKS = 360
const WAVE = 60

it('[VCP-022] [VCP-025] hostile links of every kind are ended with their code or when their time is up, and nobody else notices', async () => {
  const clock = createManualClock()
  const server = await startTestServer({ clock })
  const operator = await server.login()
  const links: HostileLink[] = []
  for (let done = 0; done < LINKS; done += WAVE) {
    const kinds = Array.from({ length: WAVE }, (_, n) => hostileKinds[(done + n) % hostileKinds.length] ?? 'rubbish')
    links.push(
      ...(await Promise.all(kinds.map((kind, n) => attack(kind, server.ports.main, hostileAddress(done + n))))),
    )
    expect((await operator.request('Q01')).fields.R).toBe('1')
  }
  const atOnce = links.filter(({ kind }) => kind in endsAtOnce)
  const codes = await Promise.all(atOnce.map(async ({ kind, ended }) => `${kind}: ${await ended}`))
  expect([...new Set(codes)].sort()).toEqual(
    Object.entries(endsAtOnce)
      .map((pair) => pair.join(': '))
      .sort(),
  )

  const waiting = links.filter(({ kind }) => !(kind in endsAtOnce))
  for (let second = 0; second < 29; second++) {
    clock.advance(1000)
    // A byte now and then buys no time.
    for (const { kind, socket } of waiting) if (kind === 'one byte') socket.write(Buffer.of(0x56))
  }
  await operator.request('Q01')
  expect(waiting.filter(({ socket }) => socket.destroyed)).toEqual([])
  clock.advance(1000)
  const late = await Promise.all(waiting.map(async ({ kind, ended }) => `${kind}: ${await ended}`))
  expect([...new Set(late)].sort()).toEqual(['one byte: 1008', 'silence: 1008', 'unknown codes: 1008'])

  expect((await operator.request('Q01')).fields.R).toBe('1')
  await until('only the operator is left', async () => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    return metrics.includes('\nfleetglass_channel_connections 1\n')
  })
  await operator.close()
  await server.close()
})
