// A process that writes what comes to a file, syncs it and says so: what an upload costs without a server around it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

const isSink = process.argv[2] === 'sink'

export interface BareSink {
  /** Sends the bytes; resolves when they are on the disk. */
  put(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}

export async function startBareSink(folder: string): Promise<BareSink> {
  const child = fork(import.meta.filename, ['sink', folder])
  const [port] = (await once(child, 'message')) as [number]
  return {
    async put(bytes) {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      await once(socket, 'connect')
      const done = once(socket.resume(), 'end')
      socket.end(bytes)
      await done
    },
    async close() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

if (isSink) {
  // It ends with the process that started it, however that ends.
  process.once('disconnect', () => process.exit())
  let files = 0
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const handle = openSync(join(process.argv[3] ?? '', `sink-${files++}`), 'w')
    socket.on('data', (chunk: Buffer) => void writeSync(handle, chunk))
    socket.once('end', () => {
      fsyncSync(handle)
      closeSync(handle)
      socket.end('done')
    })
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port))
}
