import { describe, expect, it } from 'vitest'
import { createLog } from './index.ts'

const hash = '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8'

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog('debug', { write: (line) => lines.push(line) }))
  return lines.join('')
}

describe('the log', () => {
  it('[STRM-40] has no credentials of an address', () => {
    const url = `/ws.cgi?deviceid=van&user=lin&password=${hash}&channel=1`
    const text = logged((log) => log.info({ url }, `opened ${url}`))
    expect(text).toContain('/ws.cgi?deviceid=van&user=[redacted]&password=[redacted]&channel=1')
    expect(text).not.toContain('lin')
    expect(text).not.toContain(hash)
  })

  it('has no secret by its name, no hash by its look, and no password of a database address', () => {
    const secret = 'hunter2'
    const text = logged((log) => {
      log.info({ password: secret, user: { passwordHash: secret, token: secret }, a: { b: { authorization: secret } } })
      log.warn(`the hash ${hash.toUpperCase()} did not match`)
      log.error({ err: new Error('connect postgres://fleet:hunter2@db/x failed') })
    })
    expect(text).not.toContain(secret)
    expect(text.toLowerCase()).not.toContain(hash)
    expect(text).toContain('postgres://[redacted]@db/x')
  })
})
