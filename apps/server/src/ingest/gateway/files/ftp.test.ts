// Unauthenticated and hostile connections on the port for files.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock, until } from '@fleetglass/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FtpClient } from '../../../../test/devices/ftp-client.ts'
import { createLog, limitLog } from '../../../platform/log/index.ts'
import type { Upload, Uploads } from '../../../ports/files/files.types.ts'
import { createUploads } from '../../uploads/uploads.ts'
import { type FilesListener, listenFiles } from './files-listener.ts'
import { freePort, openOf } from './ftp.fixtures.ts'
import { openPassivePort } from './passive-port.ts'

const MOST_BYTES = 1_000_000
const LIMITS = { mostBytes: MOST_BYTES, bytesPerS: 0 }
const clip = Uint8Array.from({ length: 300_000 }, (_, at) => at * 7)

describe('the port for files', () => {
  const logged: string[] = []
  let clock: ReturnType<typeof createManualClock>
  let uploads: Uploads
  let files: FilesListener
  let folder: string
  let upload: Upload
  let takesData: boolean
  let came: number[]
  const clients: FtpClient[] = []

  beforeEach(async () => {
    clock = createManualClock()
    takesData = true
    came = []
    uploads = createUploads({ clock, takesData: () => takesData })
    folder = mkdtempSync(join(tmpdir(), 'fleetglass-ftp-'))
    const log = createLog('debug', { write: (line) => logged.push(line) })
    const passive = { first: 0, last: 0 }
    const context = {
      clock,
      log,
      addressLog: limitLog(log, clock),
      uploads,
      host: '127.0.0.1',
      publicHost: () => '',
      passive,
      rejected: () => undefined,
    }
    files = await listenFiles(context, 0)
    upload = await uploads.open({ deviceId: '1', folder, ...LIMITS, onBytes: (bytes) => came.push(bytes) })
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close()
    await uploads.close()
    await files.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const unauthenticated = async (from?: string): Promise<FtpClient> => {
    const client = await FtpClient.connect(files.port, from)
    clients.push(client)
    return client
  }
  const device = async (account: { user: string; password: string } = upload): Promise<FtpClient> => {
    const client = await FtpClient.login(files.port, account)
    clients.push(client)
    return client
  }
  const received = (): Buffer[] => readdirSync(folder).map((name) => readFileSync(join(folder, name)))

  it('stores a file, reports its size, and resumes it with REST and with APPE', async () => {
    const client = await device()
    expect(await client.say('SIZE clip.mp4')).toMatch(/^550/)
    expect(await client.put('STOR clip.mp4', clip.subarray(0, 100_000))).toMatch(/^226/)
    expect(await client.say('SIZE clip.mp4')).toBe('213 100000')
    expect(await client.say('REST 90000')).toMatch(/^350/)
    expect(await client.put('STOR clip.mp4', clip.subarray(90_000, 200_000))).toMatch(/^226/)
    expect(await client.put('APPE clip.mp4', clip.subarray(200_000))).toMatch(/^226/)
    expect(received()).toEqual([Buffer.from(clip)])
    expect(upload).toMatchObject({ completed: 3, bytes: clip.length, isFull: false })
    expect(await client.say('REST 300001')).toMatch(/^350/)
    expect(await client.put('STOR clip.mp4', clip)).toMatch(/^554/)
    // Without REST it is the file anew.
    expect(await client.put('STOR clip.mp4', clip.subarray(0, 5))).toMatch(/^226/)
    expect(upload.bytes).toBe(5)
  })

  it('keeps the bytes of an interrupted upload, which is not a complete file', async () => {
    const client = await device()
    const { data, answer } = await client.open('STOR clip.mp4')
    expect(answer).toMatch(/^150/)
    data.write(clip.subarray(0, 50_000))
    await until('it is there', () => upload.bytes === 50_000)
    data.resetAndDestroy()
    expect(await client.reply()).toMatch(/^426/)
    expect(upload).toMatchObject({ completed: 0, isReceiving: false })
    expect(await client.say('SIZE clip.mp4')).toBe('213 50000')
  })

  it('takes nothing from the moment on when the disk is to be left to others', async () => {
    const client = await device()
    const { data } = await client.open('STOR clip.mp4')
    data.write(clip.subarray(0, 1000))
    await until('it is there', () => upload.bytes === 1000)
    takesData = false
    data.write(clip.subarray(1000, 2000))
    expect(await client.reply()).toMatch(/^452/)
    expect(upload).toMatchObject({ bytes: 1000, completed: 0, diskError: new Error('it is full') })
    expect(received()).toEqual([Buffer.from(clip.subarray(0, 1000))])
  })

  it('[REC-17] counts each received byte, also of a file that is interrupted and uploaded again', async () => {
    const client = await device()
    await client.put('STOR clip.mp4', clip.subarray(0, 1000))
    await client.put('STOR clip.mp4', clip.subarray(0, 400))
    expect(came.reduce((sum, bytes) => sum + bytes, 0)).toBe(1400)
  })

  it('a 0x1206 ends the upload that it names, and one that names none only the one that uploaded a file', async () => {
    const over = { replySerial: 7, result: 0 }
    const unnamed = { replySerial: 0, result: 0 }
    const folder2 = mkdtempSync(join(tmpdir(), 'fleetglass-ftp-'))
    const other = await uploads.open({ deviceId: '1', folder: folder2, ...LIMITS, onBytes: () => undefined })
    // It may overtake what names the upload.
    uploads.uploadOver('1', over)
    upload.asked(7)
    other.asked(8)
    expect([upload.over, other.over]).toEqual([over, null])
    upload.goOn()
    uploads.uploadOver('1', { replySerial: 9, result: 0 })
    uploads.uploadOver('1', unnamed)
    uploads.uploadOver('2', over)
    expect([upload.over, other.over]).toEqual([null, null])
    await (await device()).put('STOR a', clip.subarray(0, 9))
    upload.pause()
    uploads.uploadOver('1', unnamed)
    expect([upload.over, other.over]).toEqual([null, null])
    await (await device(other)).put('STOR b', clip.subarray(0, 9))
    uploads.uploadOver('1', unnamed)
    expect([upload.over, other.over]).toEqual([null, unnamed])
    rmSync(folder2, { recursive: true })
  })

  it('lists, reads, renames and removes nothing, and opens no connections', async () => {
    const client = await device()
    await client.put('STOR clip.mp4', clip.subarray(0, 9))
    const commands = ['LIST', 'NLST', 'MLSD', 'RETR clip.mp4', 'DELE clip.mp4', 'RMD /', 'RNFR clip.mp4', 'RNTO x']
    for (const command of [...commands, 'STAT', 'MDTM clip.mp4', 'SITE CHMOD 777 clip.mp4', 'STOU', 'AUTH TLS']) {
      expect(await client.say(command), command).toMatch(/^502/)
    }
    for (const command of ['PORT 127,0,0,1,0,22', 'EPRT |1|127.0.0.1|22|']) {
      expect(await client.say(command), command).toMatch(/^502/)
    }
    expect(received()).toHaveLength(1)
  })

  it('the path that a device gives is used nowhere on the disk', async () => {
    const client = await device()
    await client.say('CWD /../../../tmp')
    await client.say('MKD ../../..')
    for (const path of ['../../escape.mp4', '/etc/passwd', '..\\..\\x', 'a/b/c', '.', 'C:\\x', '\0', '%00']) {
      expect(await client.put(`STOR ${path}`, clip.subarray(0, 3)), path).toMatch(/^226/)
    }
    expect(await client.say('PWD')).toBe('257 "/tmp"')
    for (const name of readdirSync(folder)) expect(name).toMatch(/^[0-9a-f]{32}$/)
  })

  it('a wrong password is refused, three times at most; nothing of it is written into the log', async () => {
    const client = await unauthenticated()
    expect(await client.say('STOR x')).toMatch(/^530/)
    expect(await client.say('PASS x')).toMatch(/^530/)
    expect(await client.say(`USER ${upload.user}`)).toMatch(/^331/)
    expect(await client.say('PASS guessed-secret')).toMatch(/^530/)
    expect(await client.say(`PASS ${upload.password}x`)).toMatch(/^530/)
    await client.closed
    await device()
    expect(logged.join('')).not.toContain('secret')
    expect(logged.join('')).not.toContain(upload.password)
  })

  it('the account of another upload sees and changes nothing of this one, and counts no more when its upload is over', async () => {
    const other = mkdtempSync(join(tmpdir(), 'fleetglass-ftp-'))
    const second = await uploads.open({ deviceId: '2', folder: other, ...LIMITS, onBytes: () => undefined })
    await (await device()).put('STOR clip.mp4', clip)
    const client = await device(second)
    expect(await client.say('SIZE clip.mp4')).toMatch(/^550/)
    expect(await client.put('STOR clip.mp4', clip.subarray(0, 4))).toMatch(/^226/)
    expect(received()).toEqual([Buffer.from(clip)])
    await second.close()
    await client.closed
    await expect(FtpClient.login(files.port, second)).rejects.toThrow('530')
    rmSync(other, { recursive: true })
  })

  it('one file at a time, over one connection, from the address of the device', async () => {
    const client = await device()
    const { data, answer } = await client.open('STOR a')
    expect(answer).toMatch(/^150/)
    expect(await client.say('EPSV')).toMatch(/^425/)
    expect(await client.say('STOR b')).toMatch(/^425/)
    // The same file from a second connection of the device.
    const beside = await device()
    expect(await beside.put('STOR a', clip)).toMatch(/^450/)
    data.end(clip)
    expect(await client.reply()).toMatch(/^226/)

    const port = await client.passive()
    const foreign = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
    foreign.on('error', () => {})
    await new Promise((resolve) => foreign.once('close', resolve))
    const own = connect(port, '127.0.0.1')
    await new Promise((resolve) => own.once('connect', resolve))
    expect(await client.say('STOR c')).toMatch(/^150/)
    const late = connect(port, '127.0.0.1')
    await new Promise((resolve) => late.once('close', resolve).on('error', () => {}))
    own.end(clip.subarray(0, 3))
    expect(await client.reply()).toMatch(/^226/)
  })

  it('an upload that never ends is ended at what was asked for, and one that says nothing after a minute', async () => {
    const client = await device()
    const { data } = await client.open('STOR endless')
    const flood = setInterval(() => data.write(clip), 1)
    expect(await client.reply()).toMatch(/^552/)
    clearInterval(flood)
    expect(upload.isFull).toBe(true)
    expect(upload.bytes).toBeLessThanOrEqual(MOST_BYTES)

    const silent = await client.open('STOR silent')
    expect(silent.answer).toMatch(/^150/)
    clock.advance(70_000)
    expect(await client.reply()).toMatch(/^42[56]/)
  })

  it('a line of 10 MB, lines without answers being read, and silence end the connection', async () => {
    const long = await unauthenticated()
    long.write(Buffer.alloc(10 * 1024 * 1024, 65))
    await long.closed
    const many = await device()
    many.write('SIZE a\r\n'.repeat(100))
    await many.closed
    const strange = await unauthenticated()
    const silent = await device()
    clock.advance(35_000)
    expect(await strange.reply()).toMatch(/^421/)
    expect(silent.replies).toEqual([])
    clock.advance(100_000)
    expect(await silent.reply()).toMatch(/^421/)
    await silent.closed
    expect(await (await device()).say('NOOP')).toMatch(/^200/)
  })

  it('allows 16 unauthenticated connections per address and closes the oldest for a new one; logged-in devices stay', async () => {
    const early = await device()
    const longest = await unauthenticated()
    const others: FtpClient[] = []
    for (let count = 1; count < 16; count++) others.push(await unauthenticated())
    const late = await device()
    await longest.closed
    for (const client of [early, ...others, late]) expect(await client.say('SYST')).toMatch(/^215/)
  })

  it('64 connections of one address are taken, and no more', async () => {
    for (let count = 0; count < 64; count++) await device()
    const further = connect(files.port, '127.0.0.1')
    await new Promise((resolve) => further.once('close', resolve).on('error', () => {}))
    for (const client of clients) expect(await client.say('SYST')).toMatch(/^215/)
  })

  describe('with four ports for data connections', () => {
    let few: FilesListener
    let other: Upload
    let otherFolder: string

    beforeEach(async () => {
      const log = createLog('silent')
      const first = await freePort()
      few = await listenFiles(
        {
          clock,
          log,
          addressLog: limitLog(log, clock),
          uploads,
          host: '127.0.0.1',
          publicHost: () => '',
          passive: { first, last: first + 3 },
          rejected: () => undefined,
        },
        0,
      )
      otherFolder = mkdtempSync(join(tmpdir(), 'fleetglass-ftp-'))
      other = await uploads.open({
        deviceId: '2',
        folder: otherFolder,
        ...LIMITS,
        onBytes: () => {},
      })
    })

    afterEach(async () => {
      for (const client of clients.splice(0)) client.close()
      await few.close()
      rmSync(otherFolder, { recursive: true, force: true })
    })

    const session = async (account: Upload): Promise<FtpClient> => {
      const client = await FtpClient.login(few.port, account)
      clients.push(client)
      return client
    }

    it('25 sessions of one upload hold two ports, and another upload stores its file', async () => {
      const many = await Promise.all(Array.from({ length: 25 }, () => session(upload)))
      // Each gets one: that of the session before the last is closed.
      const ports = await Promise.all(many.map((client) => client.passive()))
      const device = await session(other)
      expect(await device.put('STOR clip.mp4', clip)).toMatch(/^226/)
      expect(await openOf(new Set(ports))).toBe(2)
      // A connection without a file does not keep them.
      clock.advance(20_000)
      await until('they are given back', async () => (await openOf(new Set(ports))) === 0)
    })

    it('ports over which a file comes stay, and a third one of the same upload is refused', async () => {
      const senders = await Promise.all([session(upload), session(upload)])
      const open = await Promise.all(senders.map((client, at) => client.open(`STOR clip${at}.mp4`)))
      expect(open.map(({ answer }) => answer.slice(0, 3))).toEqual(['150', '150'])
      const third = await session(upload)
      expect(await third.say('EPSV')).toMatch(/^425/)
      for (const [at, { data }] of open.entries()) {
        data.end(clip)
        expect(await senders[at]?.reply()).toMatch(/^226/)
      }
      expect(await third.put('STOR film2.mp4', clip)).toMatch(/^226/)
    })

    it('releases a port without connections, whatever its session sends meanwhile', async () => {
      const client = await session(upload)
      const port = await client.passive()
      for (let seconds = 0; seconds < 25; seconds += 5) {
        clock.advance(5_000)
        expect(await client.say('NOOP')).toMatch(/^200/)
      }
      const late = connect(port, '127.0.0.1')
      await new Promise((resolve) => late.once('close', resolve).on('error', () => {}))
      expect(await client.put('STOR clip.mp4', clip)).toMatch(/^226/)
    })
  })

  it('a path that grows without end is refused', async () => {
    const client = await device()
    const step = 'a/'.repeat(200)
    expect(await client.say(`CWD ${step}`)).toMatch(/^250/)
    expect(await client.say(`CWD ${step}`)).toMatch(/^250/)
    const { length } = await client.say('PWD')
    for (const name of ['CWD', 'MKD', 'SIZE']) expect(await client.say(`${name} ${step}`), name).toMatch(/^550/)
    for (const name of ['STOR', 'APPE']) {
      await client.passive()
      expect(await client.say(`${name} ${step}`), name).toMatch(/^550/)
    }
    expect((await client.say('PWD')).length).toBe(length)
    expect(await client.say('CDUP')).toMatch(/^250/)
  })

  it('ABOR ends the file, then itself', async () => {
    const client = await device()
    const { data } = await client.open('STOR clip.mp4')
    data.on('error', () => {})
    data.write(clip.subarray(0, 1000))
    await until('it is there', () => upload.bytes === 1000)
    expect(await client.say('ABOR')).toMatch(/^426/)
    expect(await client.reply()).toMatch(/^226/)
    expect(await client.put('APPE clip.mp4', clip.subarray(1000))).toMatch(/^226/)
    expect(received()).toEqual([Buffer.from(clip)])
  })

  it('the port of a file is none that a neighbour behind the same address can foresee', async () => {
    const ports = new Set<number>()
    for (let count = 0; count < 5; count++) {
      const opened = await openPassivePort('127.0.0.1', { first: 42_000, last: 42_999 }, '127.0.0.1')
      opened?.close()
      ports.add(opened?.port ?? 0)
    }
    expect(ports.size).toBeGreaterThan(1)
    for (const port of ports) expect([port >= 42_000, port <= 42_999]).toEqual([true, true])
  })

  it('PASV says where, and QUIT ends', async () => {
    const client = await device()
    expect(await client.say('PASV')).toMatch(/^227 .*\(127,0,0,1,\d+,\d+\)$/)
    expect(await client.say('QUIT')).toMatch(/^221/)
    await client.closed
  })
})
