// Simulated devices that send files by themselves, and a server that starts again.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventQueryPath, storedEventsSchema } from '@fleetglass/contract/events'
import { type Fleet, startFleet } from '@fleetglass/simulator'
import { afterEach, expect, it } from 'vitest'
import { startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { bytesOf, credentials, download, EVER, search, VAN } from './auto-upload.fixtures.ts'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function start(): Promise<{ server: TestServer; van: Fleet['devices'][number]; data: string }> {
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-own-files-'))
  opened.push(() => rmSync(data, { recursive: true, force: true }))
  const server = await startTestServer({ data })
  opened.push(() => server.close())
  const link = await server.login()
  await link.request('D01', { A: VAN, C: '4', F: '0' })
  await link.close()
  const { signalling: signallingPort, files: filesPort } = server.ports
  const fleet = await startFleet({ host: '127.0.0.1', signallingPort, filesPort, firstTerminalId: VAN })
  opened.push(() => fleet.close())
  const van = fleet.devices[0]!
  await until('it is online', () => van.state === 'online')
  return { server, van, data }
}

it('[AUTOUP-11] [AUTOUP-12] a simulated device sends a picture and a file over a link that breaks; both are there after a restart', async () => {
  const { server, van, data } = await start()
  van.setFault('ownPicture', 2)
  van.setFault('uploadCutsAtBytes', 90_000)
  van.setFault('ownFile', 'trip.log')
  await until('both are whole', async () => (await search(server)).some(({ filesize }) => filesize === 204_800))
  await until('the picture is stored', async () => (await search(server, { fileext: 'jpg' })).length === 1)
  const files = await search(server)
  expect(files.map(({ filename }) => filename).sort()).toEqual(['media_1_ch2.jpg', 'trip.log'])
  const contents = await Promise.all(files.map(async (file) => await bytesOf(await download(server, file))))
  const [jpeg, log] = files[0]?.fileext === 'jpg' ? contents : contents.toReversed()
  expect(jpeg?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  expect(log?.subarray(0, 11).toString()).toBe('trip.log 0\n')
  await opened.pop()?.()
  await opened.pop()?.()
  const again = await startTestServer({ data })
  opened.push(() => again.close())
  expect(await search(again)).toEqual(files)
  for (const [at, file] of files.entries())
    expect((await bytesOf(await download(again, file))).equals(contents[at]!)).toBe(true)
}, 60_000)

it('[AUTOUP-11] [AUTOUP-12] a simulated device brings the files of an alarm, and the parts that were lost', async () => {
  const { server, van } = await start()
  van.setFault('alarmFileHoles', true)
  van.setFault('alarmFiles', 2)
  van.setFault('safetyAlarm', 0x6502)
  await until('both are stored', async () => (await search(server, { fileext: 'jpg' })).length === 2)
  for (const file of await search(server)) {
    const content = await bytesOf(await download(server, file))
    expect(content).toEqual(Buffer.alloc(file.filesize, `${file.filename}\n`))
  }
  const events = await until('its event has both', async () => {
    const body = { ...credentials(), ...EVER, deviceid: VAN }
    const found = storedEventsSchema.parse((await callHttp(server, 'POST', eventQueryPath, { body })).body)
    return found.some(({ files }) => files?.length === 2) && found
  })
  expect(events.filter(({ files }) => files !== undefined).map(({ cmd }) => cmd)).toEqual(['new'])
}, 60_000)
