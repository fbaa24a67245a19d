// An administrator who reads and saves tabs of a running server over HTTP.
import { sha256 } from '../../../test/channel-client.ts'
import { ADMIN, ADMIN_PASSWORD, type TestServer } from '../../../test/harness.ts'
import { callHttp, type HttpAnswer } from '../../../test/http-client.ts'

export const credentials = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
const authorization = `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`

export interface SettingsCaller {
  get(path: string): Promise<HttpAnswer['body']>
  /** With the credentials in the body. */
  post(path: string, body?: object): Promise<HttpAnswer['body']>
  put(path: string, body: object): Promise<HttpAnswer['body']>
}

export function settingsOf(server: Pick<TestServer, 'ports'>): SettingsCaller {
  const send = async (method: string, path: string, body: object) =>
    (await callHttp(server, method, path, { body: { ...credentials, ...body } })).body
  return {
    get: async (path) => (await callHttp(server, 'GET', path, { headers: { authorization } })).body,
    post: (path, body = {}) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
  }
}

export const saved = { hasError: false, message: 'OK' }
