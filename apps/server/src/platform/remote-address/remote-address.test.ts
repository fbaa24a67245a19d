import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createTrustedProxies, networkOf } from './index.ts'

const proxies = createTrustedProxies(['10.0.0.0/8', '127.0.0.1', 'fd00::/8'])

function requestOf(remoteAddress: string, forwardedFor?: string, protocol?: string): IncomingMessage {
  const headers = { 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': protocol }
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage
}

describe('the address of the client', () => {
  it.each([
    ['is that of the connection', '203.0.113.5', undefined, '203.0.113.5'],
    ['is written without the IPv4-in-IPv6 prefix', '::ffff:203.0.113.5', undefined, '203.0.113.5'],
    ['is not what an untrusted client claims', '203.0.113.5', '192.0.2.1', '203.0.113.5'],
    ['is what a trusted proxy says', '127.0.0.1', '192.0.2.1', '192.0.2.1'],
    ['is what a proxy on IPv6 says', 'fd00::1', '2001:db8::7', '2001:db8::7'],
    ['is given with a port', '127.0.0.1', '192.0.2.1:5678', '192.0.2.1'],
    ['is given in brackets, with a port', '127.0.0.1', '[2001:db8::7]:9', '2001:db8::7'],
    ['is given in brackets', '127.0.0.1', '[2001:db8::7]', '2001:db8::7'],
    ['is the last one before the trusted ones', '::ffff:10.1.2.3', '198.51.100.9, 192.0.2.1, 10.9.9.9', '192.0.2.1'],
    ['is the proxy when it says nothing', '10.1.2.3', undefined, '10.1.2.3'],
    ['is the proxy when it says nonsense', '10.1.2.3', 'nonsense, 1.2.3', '10.1.2.3'],
    ['is not what stands before nonsense', '10.1.2.3', '192.0.2.1, unknown, 10.4.4.4', '10.4.4.4'],
    ['is the first one when all are trusted', '127.0.0.1', '10.1.1.1, 10.2.2.2', '10.1.1.1'],
    ['is written without a network card', 'fe80::1%eth0', undefined, 'fe80::1'],
    ['is empty when the connection has gone', '', '192.0.2.1', ''],
  ])('%s', (_, remoteAddress, forwardedFor, expected) => {
    expect(proxies.addressOf(requestOf(remoteAddress, forwardedFor))).toBe(expected)
  })
})

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
  ['2001:0DB8:0:1::', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['', ''],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('the browser speaks https where we do, or where a trusted proxy says so', () => {
  expect(proxies.isSecure(requestOf('127.0.0.1', undefined, 'https'))).toBe(true)
  expect(proxies.isSecure(requestOf('127.0.0.1', undefined, 'https, http'))).toBe(true)
  expect(proxies.isSecure(requestOf('127.0.0.1', undefined, 'http, https'))).toBe(false)
  expect(proxies.isSecure(requestOf('127.0.0.1', undefined, 'http'))).toBe(false)
  expect(proxies.isSecure(requestOf('127.0.0.1'))).toBe(false)
  expect(proxies.isSecure(requestOf('203.0.113.5', undefined, 'https'))).toBe(false)
  const encrypted = { socket: { encrypted: true, remoteAddress: '203.0.113.5' }, headers: {} }
  expect(proxies.isSecure(encrypted as unknown as IncomingMessage)).toBe(true)
})
