/** Line icons on a 24 by 24 field, drawn with a round stroke of the text's colour. */
export const iconPaths = {
  map: 'M9 4 3.5 6.5v13L9 17l6 3 5.5-2.5v-13L15 7 9 4Zm0 0v13m6-10v13',
  dashboard: 'M3.5 5h17v14h-17zM3.5 10h17M9 10v9',
  live: 'M3.5 7h11v10h-11zM14.5 11l6-3.5v9l-6-3.5',
  playback: 'M12 3.5a8.5 8.5 0 1 1-8 5.7M4 4v5.2h5.2M10 9v6l5-3-5-3Z',
  theme: 'M12 3.5a8.5 8.5 0 1 0 0 17V3.5ZM12 3.5a8.5 8.5 0 0 1 0 17',
  language:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM3.5 12h17M12 3.5c2.6 2.4 3.8 5.2 3.8 8.5s-1.2 6.1-3.8 8.5c-2.6-2.4-3.8-5.2-3.8-8.5S9.4 5.9 12 3.5Z',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8.5c.8-3.8 3.8-5.7 7.5-5.7s6.7 1.9 7.5 5.7',
  logout: 'M14 4H5v16h9M10 12h10.5m-3.5-3.5 3.5 3.5-3.5 3.5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm5-1.5 5 5',
  close: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7m-8 0 1 13h9l1-13M10.5 10.5v6m3-6v6',
  columns: 'M4 5h16v14H4zM9.3 5v14m5.4-14v14',
  first: 'M17 6l-6 6 6 6M7 6v12',
  previous: 'M14.5 6l-6 6 6 6',
  next: 'M9.5 6l6 6-6 6',
  last: 'M7 6l6 6-6 6M17 6v12',
  up: 'M6 14.5l6-6 6 6',
  arrowUp: 'M12 19V5.5M6 11.5l6-6 6 6',
  down: 'M6 9.5l6 6 6-6',
  fit: 'M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5',
  cluster:
    'M9.5 13a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm7.5 6a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4Zm-9 1.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
  compass: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm3.5 5L13.7 13.7 8.5 15.5 10.3 10.3 15.5 8.5Z',
  list: 'M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4 6.5h.8M4 12h.8M4 17.5h.8',
  warning: 'M12 4 2.8 20h18.4L12 4Zm0 6v5m0 2.3v.2',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm0 7v6m0-9v.2',
  bell: 'M6 16.5V11a6 6 0 1 1 12 0v5.5l1.5 1.5h-15L6 16.5Zm4 4a2.2 2.2 0 0 0 4 0',
  bellOff: 'M4 4l16 16M8.2 6.3A6 6 0 0 1 18 11v5M6 10v6.5L4.5 18H17m-7 2.5a2.2 2.2 0 0 0 4 0',
  timer: 'M12 21a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Zm0-11.5v4l2.5 2M9.5 3h5',
  settings:
    'M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm0-12v3m0 11v3m-8.5-8.5h3m11 0h3M6 6l2 2m8 8 2 2m0-12-2 2m-8 8-2 2',
  sliders:
    'M4 7.5h8m5 0h3M4 16.5h3m5 0h8M14.5 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM9.5 19a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  events: 'M13 3 5 13.5h6L10.5 21 19 10h-6.2L13 3Z',
  reports: 'M6 3.5h9l4 4v13H6v-17Zm8.5 0v4.5H19M9 17v-3m3.5 3v-6m3.5 6v-4.5',
  embedded: 'M3.5 5h17v14h-17zM3.5 9h17M6.5 7h.1m2.4 0h.1M9 13.8l2 2 4.5-4',
  server: 'M4 4.5h16v6.5H4zM4 13h16v6.5H4zM7.5 7.7h.1m-.1 8.5h.1M11 7.7h5m-5 8.5h5',
  lock: 'M6 11h12v9.5H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2.5',
  key: 'M15 9.5a5 5 0 1 0-4.6 5L12 13h2v-2h1.6a5 5 0 0 0-.6-1.5ZM10 13.5 4.5 19v1.5h3V18h2.3v-2.3',
  keyboard: 'M3 6.5h18v11H3zM6.5 10h.1m3.4 0h.1m3.4 0h.1m3.4 0h.1M8 14h8',
  copyright: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm2.6 6a3.5 3.5 0 1 0 0 5',
  group:
    'M9 11a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 9 11Zm-6 8c.5-3.2 2.8-4.8 6-4.8s5.5 1.6 6 4.8M16 5a3 3 0 0 1 0 5.8m2 3.8c1.7.7 2.7 2.2 3 4.4',
  tree: 'M4 4.5h6v4H4zM14 9.5h6v4h-6zM14 16.5h6v4h-6zM7 8.5v10h7M7 11.5h7',
  route:
    'M6 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM18 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8 18h7.5a3 3 0 0 0 0-6h-7a3 3 0 0 1 0-6H16',
  cloud: 'M7 18.5h10a4 4 0 0 0 .6-7.95A6 6 0 0 0 6 11.2 3.7 3.7 0 0 0 7 18.5ZM12 10v5m-2.2-2 2.2 2.2 2.2-2.2',
  steer: 'M12 4v16M4 12h16M9.5 6.5 12 4l2.5 2.5m3 3L20 12l-2.5 2.5m-3 3L12 20l-2.5-2.5m-3-8L4 12l2.5 2.5',
  shuffle:
    'M3.5 7H7c4.5 0 5.5 10 10 10h3.5m-3-3 3 3-3 3M3.5 17H7c1.6 0 2.8-1.3 3.7-2.8m2.6-4.4C14.2 8.3 15.4 7 17 7h3.5m-3-3 3 3-3 3',
  talk: 'M12 14.5a3 3 0 0 0 3-3v-5a3 3 0 0 0-6 0v5a3 3 0 0 0 3 3Zm-6-3.5a6 6 0 0 0 12 0M12 17v3.5',
  broadcast: 'M4 10v4h3l5 4V6l-5 4H4Zm12-1.5a5 5 0 0 1 0 7M18.8 6a9 9 0 0 1 0 12',
  phone:
    'M6.5 4h3l1.5 4-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4 1.5v3a1.5 1.5 0 0 1-1.5 1.5A15 15 0 0 1 5 5.5 1.5 1.5 0 0 1 6.5 4Z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  eyeOff:
    'M4 4l16 16M9.5 5.9c.8-.2 1.6-.4 2.5-.4 6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.8 3.6M6.2 7.9A17 17 0 0 0 2.5 12S6 18.5 12 18.5c1.5 0 2.9-.4 4.1-1',
  truck: 'M3 6.5h11v10H3zM14 10h4l3 3.5v3h-7M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm10 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  ruler: 'M3 15.5 15.5 3 21 8.5 8.5 21 3 15.5Zm3.5-3.5 2 2m1-5 2 2m1-5 2 2',
  driving: 'M12 3.5 18.5 20 12 16.5 5.5 20 12 3.5Z',
  idle: 'M9 6v12m6-12v12',
  overSpeed: 'M4 18a8.5 8.5 0 1 1 16 0M12 15l4.5-5.5',
  online: 'M4 12.5a11.5 11.5 0 0 1 16 0M7 15.5a7 7 0 0 1 10 0M10 18.5a2.8 2.8 0 0 1 4 0',
  offline:
    'M4 4l16 16M7 15.5a7 7 0 0 1 4.5-2M4 12.5a11.5 11.5 0 0 1 4.6-2.7M13 9.2a11.5 11.5 0 0 1 7 3.3M10 18.5a2.8 2.8 0 0 1 4 0',
  all: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  recording: 'M12 4.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15Zm0 5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
  unrecording: 'M12 4.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM6.7 6.7l10.6 10.6',
  pin: 'M12 21s7-6.2 7-11.5a7 7 0 1 0-14 0C5 14.8 12 21 12 21Zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  play: 'M8 5.5v13l11-6.5-11-6.5Z',
  pause: 'M8.5 5.5v13m7-13v13',
  stop: 'M7 7h10v10H7z',
  download: 'M12 4v11m-5-5 5 5 5-5M4.5 19.5h15',
  share: 'M12 15V4m-4 4 4-4 4 4M5 12v7.5h14V12',
  stepOn: 'M6 6l8 6-8 6V6ZM18 6v12',
  stepBack: 'M18 6l-8 6 8 6V6ZM6 6v12',
  reverse: 'M17 5.5 6 12l11 6.5v-13Z',
  slower: 'M12 7l-6.5 5 6.5 5V7Zm7 0-6.5 5 6.5 5V7Z',
  faster: 'M5 7l6.5 5L5 17V7Zm7 0 6.5 5-6.5 5V7Z',
  back: 'M5 8.5A8 8 0 1 1 4 13M5 3.5v5h5',
  forward: 'M19 8.5A8 8 0 1 0 20 13M19 3.5v5h-5',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4Zm11.5-1a5 5 0 0 1 0 7m2.5-9.5a8.5 8.5 0 0 1 0 12',
  mute: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4Zm12 0 5 5m0-5-5 5',
  camera: 'M3.5 8h4L9 5.5h6L16.5 8h4v11h-17V8Zm8.5 9a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4Z',
  figures: 'M5 19.5v-6m4.7 6V9m4.6 10.5v-8M19 19.5v-15',
  expand: 'M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5',
  shrink: 'M9 4v5H4m16 0h-5V4m0 16v-5h5M4 15h5v5',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V7m7-3.5V7',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  pencil: 'M4.5 19.5 5.5 15 16 4.5l3.5 3.5L9 18.5l-4.5 1ZM13.5 7l3.5 3.5',
  restart: 'M12 3.5v7M7.3 6.3a8 8 0 1 0 9.4 0',
  card: 'M6 3.5h8l4 4v13H6v-17ZM9 4v4m3-4v4m3-3v3',
  grip: 'M9 6h.1M9 12h.1M9 18h.1M15 6h.1m-.1 6h.1m-.1 6h.1',
  more: 'M6 12h.1M12 12h.1M18 12h.1',
} as const

export type IconName = keyof typeof iconPaths

/**
 * Vehicles seen from above, nose up, filled, on a 24 by 24 field; the position in the list is the device's `icon` number
 * (ENT-046, ENT-047). The map draws them too, so they are paths and not elements.
 */
const vehicles = {
  car: 'M12 2c2.8 0 4.5 1 5 3l.5 4v10.5c0 1.5-1 2.5-2.5 2.5H9c-1.5 0-2.5-1-2.5-2.5V9L7 5c.5-2 2.2-3 5-3ZM8.3 10.5 9 13h6l.7-2.5c-2.3-1-5.1-1-7.4 0Zm.5 8.7h6.4l.4-1.7H8.4l.4 1.7Z',
  arrow: 'M12 2 19.5 21.5 12 17.5 4.5 21.5 12 2Z',
  truck: 'M8 2h8l1 1.5V8H7V3.5L8 2ZM6.5 9h11v13h-11V9Zm2 2v9h1v-9h-1Zm6 0v9h1v-9h-1Z',
  cargoTruck:
    'M8 1.5h8L17 3v3.5H7V3l1-1.5ZM6 7.5h12V23H6V7.5Zm2.5 3v1.2h7v-1.2h-7Zm0 4.3V16h7v-1.2h-7Zm0 4.2v1.2h7V19h-7Z',
  individual:
    'M12 3a3.3 3.3 0 1 1 0 6.6A3.3 3.3 0 0 1 12 3Zm0 8c4.5 0 7.5 2 7.5 5.5 0 2.8-3 4.5-7.5 4.5s-7.5-1.7-7.5-4.5C4.5 13 7.5 11 12 11Z',
  motorcycler:
    'M12 1.5c1.2 0 1.8 1 1.8 2.5v2.5l4.2 1v1.8l-4 .2c1 1 1.5 2.5 1.5 4.3 0 1.8-.5 3-1.5 3.7l-.3 3c-.1 1.3-.7 2-1.7 2s-1.6-.7-1.7-2l-.3-3c-1-.7-1.5-1.9-1.5-3.7 0-1.8.5-3.3 1.5-4.3L6 9.3V7.5l4.2-1V4c0-1.5.6-2.5 1.8-2.5Z',
  train:
    'M12 1.5c3 0 4.5 2 4.5 5V22.5h-9V6.5c0-3 1.5-5 4.5-5ZM9.5 6.8v2h5v-2c-1.5-.6-3.5-.6-5 0Zm0 5v3.5h5v-3.5h-5Zm0 5.5v3h5v-3h-5Z',
  ship: 'M12 1.5c3.5 3 5 6.5 5 10.5v8.5L12 22.5l-5-2V12c0-4 1.5-7.5 5-10.5ZM9.5 12.5v4h5v-4h-5Z',
  airplane:
    'M12 1.5c1 0 1.6 1.2 1.6 3v4.7l8.4 5v2l-8.4-2.5v4.6l2.6 2v1.5L12 20.7l-4.2 1.1v-1.5l2.6-2v-4.6L2 16.2v-2l8.4-5V4.5c0-1.8.6-3 1.6-3Z',
} as const

/** The icon types in the order of their numbers. */
export const vehicleTypes = Object.keys(vehicles) as readonly (keyof typeof vehicles)[]

/** The drawing of an `icon` number; unknown ones are the car (ENT-047). */
export function vehiclePath(icon: number): string {
  return vehicles[vehicleTypes[icon] ?? 'car']
}
