// An FTP server that takes files, for tests: one user, passive connections, files in memory.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

export interface FtpPeer {
  readonly port: number
  /** By their path. */
  readonly files: ReadonlyMap<string, Buffer>
  /** Logins that were tried. */
  readonly logins: readonly string[]
  /** While it is set, every transfer is refused. */
  refuses: boolean
  close(): Promise<void>
}

export async function startFtpPeer(user: string, password: string): Promise<FtpPeer> {
  const files = new Map<string, Buffer>()
  const logins: string[] = []
  const sockets = new Set<Socket>()
  const peer = { refuses: false }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    serveFtp(socket, { files, logins, credentials: `${user}:${password}`, isRefusing: () => peer.refuses })
  })
  const port = await listening(server)
  return Object.assign(peer, {
    port,
    files,
    logins,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  })
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

interface Session {
  readonly files: Map<string, Buffer>
  readonly logins: string[]
  readonly credentials: string
  readonly isRefusing: () => boolean
}

function serveFtp(socket: Socket, { files, logins, credentials, isRefusing }: Session): void {
  let user = ''
  let folder = ''
  let renamed = ''
  let transfer: Promise<Buffer> = Promise.resolve(Buffer.alloc(0))
  const say = (line: string): void => void socket.write(`${line}\r\n`)
  const pathOf = (name: string): string => (name.startsWith('/') ? name : `${folder}/${name}`)
  const passive = async (): Promise<void> => {
    const server = createServer()
    transfer = once(server, 'connection').then(async ([data]: Socket[]) => {
      const pieces: Buffer[] = []
      data?.on('data', (piece: Buffer) => pieces.push(piece))
      if (data !== undefined) await once(data, 'close')
      server.close()
      return Buffer.concat(pieces)
    })
    say(`229 Entering Extended Passive Mode (|||${await listening(server)}|)`)
  }
  const store = async (name: string): Promise<void> => {
    if (isRefusing()) return say('552 no space')
    say('150 go on')
    files.set(pathOf(name), await transfer)
    say('226 stored')
  }
  const commands: Readonly<Record<string, (argument: string) => void | Promise<void>>> = {
    USER: (name) => {
      user = name
      say('331 password')
    },
    PASS: (password) => {
      logins.push(`${user}:${password}`)
      say(`${user}:${password}` === credentials ? '230 in' : '530 wrong')
    },
    PWD: () => say(`257 "${folder === '' ? '/' : folder}"`),
    CWD: (name) => {
      folder = name === '/' ? '' : pathOf(name)
      say('250 there')
    },
    MKD: () => say('257 made'),
    EPSV: passive,
    STOR: store,
    SIZE: (name) => say(`213 ${files.get(pathOf(name))?.length ?? 0}`),
    RNFR: (name) => {
      renamed = pathOf(name)
      say('350 to')
    },
    RNTO: (name) => {
      const file = files.get(renamed)
      files.delete(renamed)
      if (file !== undefined) files.set(pathOf(name), file)
      say('250 renamed')
    },
  }
  say('220 hello')
  let rest = ''
  socket.on('data', (bytes: Buffer) => {
    const lines = (rest + bytes.toString()).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [verb = '', ...words] = line.split(' ')
      const command = commands[verb.toUpperCase()]
      if (command === undefined) say('200 fine')
      else void command(words.join(' '))
    }
  })
}
