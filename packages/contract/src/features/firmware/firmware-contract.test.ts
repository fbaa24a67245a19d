import { expect, it } from 'vitest'
import { decodeFirmwareOrder, encodeFirmwareOrder, isFirmwareFor, isFirmwareUrl, modelPartOf } from './index.ts'

it('[VCP-108] an address of firmware is http or https, without user, line break or what separates the parts of a command', () => {
  for (const url of [
    'http://10.0.0.1:8900/firmware/0123',
    'https://files.example/a%20b.bin?x=1',
    'http://[::1]:80/a',
    'HTTP://host',
  ])
    expect([url, isFirmwareUrl(url)]).toEqual([url, true])
  for (const url of [
    '',
    'host/a.bin',
    'ftp://host/a.bin',
    'file:///a.bin',
    'http:///a.bin',
    'http://user:pw@host/a.bin',
    'http://host/a.bin;b',
    'http://host/a\nb',
    'http://host/a b',
    'javascript:alert(1)',
    `http://host/${'a'.repeat(600)}`,
  ])
    expect([url, isFirmwareUrl(url)]).toEqual([url, false])
})

it('[VCP-108] an order is read as it was written; one with a line break or a part too many is none', () => {
  const order = { deviceId: 'a', url: 'http://host/a.bin', user: 'u', password: 'p' }
  expect(decodeFirmwareOrder(encodeFirmwareOrder(order))).toEqual(order)
  expect(decodeFirmwareOrder({ A: 'a', L: 'http://host/' })).toMatchObject({ user: '', password: '' })
  expect(decodeFirmwareOrder({ A: 'a', L: 'http://host/a\n' })).toBe('url')
  for (const U of ['a;b', 'a\r\n', 'x'.repeat(65)])
    expect(decodeFirmwareOrder({ A: 'a', L: order.url, U })).toBe('login')
})

it('[FW-42] firmware is for versions with the same text before the last `_`, `-` or space, and not for those that have it', () => {
  expect(['FG-MDVR4_1.1', 'MDVR 1.2', 'A-B-3', '1.0', '_1'].map(modelPartOf)).toEqual([
    'FG-MDVR4',
    'MDVR',
    'A-B',
    '',
    '',
  ])
  expect(isFirmwareFor('MDVR4_1.2', 'MDVR4_1.1')).toBe(true)
  expect(isFirmwareFor('MDVR4_1.2', 'MDVR4_1.2')).toBe(false)
  expect(isFirmwareFor('MDVR4_1.2', 'MDVR8_1.1')).toBe(false)
  // Without a model in it nothing says that the file fits.
  expect(isFirmwareFor('1.2', '1.1')).toBe(false)
})
