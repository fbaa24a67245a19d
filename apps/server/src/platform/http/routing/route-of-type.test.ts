import { expect, it } from 'vitest'
import { routeOfType } from './route-of-type.ts'

const registered = new Set(['/web.cgi', '/web.cgi/faceget'])

it.each([
  ['/web.cgi?type=faceget&ch=1', '/web.cgi/faceget?type=faceget&ch=1'],
  ['/web.cgi?ch=1&type=faceget', '/web.cgi/faceget?ch=1&type=faceget'],
  ['/web.cgi?type=lopbmp4ask', '/web.cgi?type=lopbmp4ask'],
  ['/web.cgi?type=', '/web.cgi?type='],
  ['/web.cgi?type=../faceget', '/web.cgi?type=../faceget'],
  ['/web.cgi?%', '/web.cgi?%'],
  ['/web.cgi', '/web.cgi'],
  ['/gkdevice/faces?type=faceget', '/gkdevice/faces?type=faceget'],
])('leads %s to %s', (url, route) => {
  expect(routeOfType(url, registered)).toBe(route)
})
