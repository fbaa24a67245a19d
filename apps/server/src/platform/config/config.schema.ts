import { isIP } from 'node:net'
import { EMBEDDED_PAGES_MAX, embeddedPageSchema } from '@fleetglass/contract/embedded-pages'
import { deviceFamilies, isStandardWord } from '@fleetglass/jt808'
import { z } from 'zod'

/** Text from a flag or the environment is read as a number only when it is one: an empty variable is a fault, not 0. */
function number(low: number, high: number, whole = true) {
  const text = z
    .string()
    .regex(/^-?\d+(\.\d+)?$/, 'is not a number')
    .transform(Number)
  const value = z.union([z.number(), text], 'is not a number')
  const inRange = z.number().min(low, `is below ${low}`).max(high, `is above ${high}`)
  return value.pipe(whole ? inRange.int('is not a whole number') : inRange)
}

const port = number(0, 65_535)

/** Both ends are in it. */
export interface PortRange {
  readonly first: number
  readonly last: number
}

/** `7022-7041`, or one port; `null` for anything else. */
export function readPortRange(text: string): PortRange | null {
  if (!/^\d{1,5}(-\d{1,5})?$/.test(text)) return null
  const [first = 0, last = first] = text.split('-').map(Number)
  return first <= last && last <= 65_535 ? { first, last } : null
}

const yesOrNo = z.union(
  [z.boolean(), z.enum(['yes', 'no', 'true', 'false']).transform((text) => text === 'yes' || text === 'true')],
  'is neither yes nor no',
)

/** An address, or a network as `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const width = { 4: 32, 6: 128 }[isIP(address)]
  if (width === undefined || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width)
}

const networks = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(',').map((one) => one.trim()))])
  .transform((given) => given.filter((one) => one !== ''))
  .refine((given) => given.every(isNetwork), 'is not a list of addresses and networks like 10.0.0.0/8')

const mapCenter = z
  .string()
  .regex(/^-?\d+(\.\d+)?,-?\d+(\.\d+)?$/, 'is not "latitude,longitude" in degrees')
  .refine((text) => {
    const [lat = 91, lng = 181] = text.split(',').map(Number)
    return Math.abs(lat) <= 90 && Math.abs(lng) <= 180
  }, 'lies outside -90..90,-180..180')

/** Of a service that the server asks; '' is none. */
const serviceAddress = z
  .string()
  .regex(/^$|^https?:\/\/[^\s?#@]+$/, 'is no http:// or https:// address without user, "?" and "#"')
  .default('')

/** Of NATS servers of one cluster, with commas; without a user, which would get to logs. '' is none. */
const busAddress = z
  .string()
  .regex(
    /^$|^(?:nats|tls):\/\/[\w.:[\]-]+(?:,[\w.:[\]-]+)*$/,
    'is no address like nats://host:4222 or tls://host:4222, without a user, and with commas between several hosts',
  )
  .default('')

/** Of a service that has to be somewhere. */
function namedService(usual: string) {
  return z
    .string()
    .regex(/^https?:\/\/[^\s?#@]+$/, 'is no http:// or https:// address without user, "?" and "#"')
    .default(usual)
}

/** A command word of 0x8105, as 161 or "0xA1": one of the maker's own. */
const makersWord = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^0x[0-9a-fA-F]{1,2}$/)
        .transform(Number),
    ],
    'is no byte like 161 or "0xA1"',
  )
  .refine((word) => Number.isInteger(word) && word > 0 && word <= 0xff, 'is no byte like 161 or "0xA1"')
  .refine((word) => !isStandardWord(word), 'has a word to which the standard gives another meaning (1 to 7)')

const familyNames = deviceFamilies.map(({ name }) => name)

/** Settings of an administrator for a model of recorders. The first entry that fits a device counts. */
const deviceModel = z.strictObject({
  /** As the device reports it; left out: of any maker. */
  maker: z.string().optional(),
  model: z.string().min(1, 'has an entry without a model'),
  family: z.enum(familyNames, `has a family that is none of ${familyNames.join(', ')}`).optional(),
  formatCard: makersWord.optional(),
})
export type ConfiguredModel = Readonly<z.infer<typeof deviceModel>>

/** Every setting of the server with its default. What a setting is for stands in `settingHelp`. */
export const configSchema = z.strictObject({
  host: z.string().min(1, 'is empty').default('0.0.0.0'),
  http: port.default(8080),
  https: port.default(8443),
  main: port.default(24_680),
  streams: port.default(8900),
  heartbeat: port.default(7050),
  signalling: port.default(7808),
  media: port.default(7078),
  filesPort: port.default(7021),
  attachmentsPort: port.default(7012),
  filesPassive: z
    .string()
    .refine((text) => readPortRange(text) !== null, 'is no range of ports like 7022-7041')
    .default('7022-7041'),
  filesPassword: z
    .string()
    .regex(
      /^$|^[\x21-\x7e]{8,128}$/,
      'is shorter than 8 characters, or has a space or another sign that recorders cannot send',
    )
    .default(''),
  autoUploadMegabytes: number(1, 4_000).default(200),
  autoUploadQuotaMegabytes: number(1, 1_000_000).default(2_000),
  publicHost: z
    .string()
    .regex(/^[A-Za-z0-9.:-]*$/, 'is not a host name or address')
    .default(''),
  localTargets: yesOrNo.default(false),
  rebootCommand: z.array(z.string().min(1, 'has an empty part')).max(20).default([]),
  diskListCommand: z
    .array(z.string().min(1, 'has an empty part'))
    .min(1, 'is empty')
    .max(20)
    .default(['lsblk', '-J', '-o', 'NAME,FSTYPE,SIZE,UUID,MOUNTPOINT']),
  formatCommand: z.array(z.string().min(1, 'has an empty part')).max(20).default([]),
  tlsCert: z.string().default(''),
  tlsKey: z.string().default(''),
  data: z.string().min(1, 'is empty').default('./data'),
  database: z
    .string()
    .regex(/^$|^postgres(ql)?:\/\/./, 'is not a postgres:// address; leave it out for the file in the data folder')
    .default(''),
  bus: busAddress,
  busPrefix: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'is no word of letters, digits, _ and -')
    .default('fleetglass'),
  busUser: z.string().max(200).default(''),
  busPassword: z.string().max(200).default(''),
  busToken: z.string().max(500).default(''),
  busCredentials: z.string().default(''),
  busCa: z.string().default(''),
  connectionsPerAddress: number(1, 5000).default(512),
  trustedProxies: networks.default([]),
  adminPassword: z.string().default(''),
  metricsToken: z
    .string()
    .regex(
      /^$|^[\x21-\x7e]{16,}$/,
      'is shorter than 16 characters, or has a space or another sign that a header cannot carry',
    )
    .default(''),
  openMetrics: yesOrNo.default(false),
  openReads: yesOrNo.default(false),
  queryCredentials: yesOrNo.default(false),
  chooseServer: yesOrNo.default(false),
  admission: z.enum(['list', 'refuse'], 'is neither "list" nor "refuse"').default('list'),
  newDevicePositions: z.enum(['keep', 'drop'], 'is neither "keep" nor "drop"').default('keep'),
  deviceAuthentication: z
    .enum(['first-use', 'open', 'code'], 'is none of "first-use", "open" and "code"')
    .default('first-use'),
  recordingDays: number(0, 29_999).default(7),
  recordingGigabytes: number(0, 1_000_000).default(0),
  overwriteEarly: yesOrNo.default(false),
  eventDays: number(1, 29_999).default(365),
  overspeedKmh: number(0, 400).default(100),
  idleMinutes: number(0, 1_440).default(10),
  transcoders: number(0, 64).default(4),
  ffmpeg: z.string().min(1, 'is empty').default('ffmpeg'),
  firmwareDownloads: number(1, 1_000).default(8),
  firmwareMegabits: number(0, 100_000).default(40),
  talkDays: number(1, 29_999).default(90),
  auditDays: number(1, 29_999).default(180),
  maxLicence: number(1, 1_000_000).default(10_000),
  acmeDirectory: serviceAddress.default('https://acme-v02.api.letsencrypt.org/directory'),
  geocoder: serviceAddress,
  nearbyPlaces: yesOrNo.default(true),
  dynDns: namedService('https://members.dyndns.org'),
  noIp: namedService('https://dynupdate.no-ip.com'),
  publicAddress: namedService('http://checkip.dyndns.org'),
  directions: serviceAddress,
  directionsKind: z.enum(['osrm', 'valhalla'], 'is neither "osrm" nor "valhalla"').default('osrm'),
  mediaStore: z
    .string()
    .regex(
      /^$|^s3:\/\/[a-z0-9][a-z0-9.-]{1,62}(\/[A-Za-z0-9._-]+)*\/?$/,
      'is no s3://bucket or s3://bucket/prefix without credentials',
    )
    .default(''),
  s3Endpoint: serviceAddress,
  s3Region: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'is no name of a region like us-east-1')
    .default('us-east-1'),
  s3PathStyle: yesOrNo.default(true),
  s3AccessKey: z.string().max(200).default(''),
  s3SecretKey: z.string().max(200).default(''),
  telematics: serviceAddress,
  telematicsDatabase: z.string().max(200).default(''),
  telematicsUser: z.string().max(200).default(''),
  telematicsPassword: z.string().max(200).default(''),
  basemap: z.string().default(''),
  timeZone: z
    .union([z.literal('machine'), number(-12, 14, false)], 'is neither hours from UTC nor "machine"')
    .default('machine'),
  mapCenter: mapCenter.default('24.0786,120.5285'),
  site: z.record(z.string(), z.json()).default({}),
  deviceModels: z.array(deviceModel).max(500, 'holds more than 500').default([]),
  embeddedPages: z
    .array(embeddedPageSchema)
    .max(EMBEDDED_PAGES_MAX, `holds more than ${EMBEDDED_PAGES_MAX}`)
    .default([]),
  logLevel: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'is not a level of the log').default('info'),
})

export type ServerConfig = Readonly<z.infer<typeof configSchema>>

export type SettingName = keyof ServerConfig

/** Settings whose value is never printed or logged. An address may carry a password, though one of the bus may not. */
export const secretSettings: ReadonlySet<SettingName> = new Set<SettingName>([
  'adminPassword',
  'metricsToken',
  'filesPassword',
  'telematicsPassword',
  's3AccessKey',
  's3SecretKey',
  'database',
  'bus',
  'busPassword',
  'busToken',
])

/** Settings that only the file can hold, because they are no single word. */
export const fileOnlySettings: ReadonlySet<SettingName> = new Set<SettingName>([
  'site',
  'embeddedPages',
  'deviceModels',
  'rebootCommand',
  'diskListCommand',
  'formatCommand',
])

/** Settings without a flag: what stands on a command line can be read by every user of the machine. */
export const flaglessSettings: ReadonlySet<SettingName> = new Set<SettingName>([
  'site',
  'embeddedPages',
  'deviceModels',
  'rebootCommand',
  'diskListCommand',
  'formatCommand',
  'adminPassword',
  'metricsToken',
  'filesPassword',
  'telematicsPassword',
  'busPassword',
  'busToken',
  's3AccessKey',
  's3SecretKey',
])

export const settingHelp: Readonly<Record<SettingName, string>> = {
  host: 'address that every listener is bound to',
  http: 'port of the console and the HTTP calls (TCP)',
  https: 'port of the same over TLS alone, opened where a certificate is given (TCP)',
  main: 'port of the main channel (TCP)',
  streams: 'port of the live and playback streams (TCP)',
  heartbeat: 'port where recorders report by datagrams alone, JT/T 808 (UDP)',
  signalling: 'port where recorders report, JT/T 808 (TCP and UDP)',
  media: 'port where recorders send video, JT/T 1078 (TCP and UDP)',
  filesPort: 'port where recorders bring files, FTP for uploads only (TCP)',
  attachmentsPort: 'port where recorders bring the files of alarms of active safety, T/JSATL 12 (TCP)',
  filesPassive: 'ports of the FTP data connections (TCP), as 7022-7041; 0: any',
  filesPassword:
    'password of recorders that bring files by FTP on their own, with the device id as user; left out: their own authentication code alone',
  autoUploadMegabytes: 'megabytes of one file that a recorder uploads on its own',
  autoUploadQuotaMegabytes:
    'megabytes of all files that one recorder has uploaded on its own; the oldest are removed when there are more',
  publicHost: 'address sent to recorders for their video; left out: the one their own control connection arrived at',
  localTargets:
    'lets the server settings name this machine, link-local and metadata addresses as targets of relays and lookups',
  rebootCommand:
    'command that restarts the machine, as ["systemctl", "reboot"], for the restart plan and the Reboot button; left out: the server reloads instead (only in the file)',
  diskListCommand: 'command that lists the disks of the machine as lsblk -J does (only in the file)',
  formatCommand:
    'command that formats a disk of the server settings, as ["mkfs.ext4", "-F"]; its device file is appended; left out: no disk is formatted (only in the file)',
  tlsCert:
    'PEM file of the certificate and its chain: TLS is answered on https and, beside plain connections, on http, main and streams; read again when it changes and at SIGHUP',
  tlsKey: 'PEM file of its key',
  data: 'folder of everything that is kept',
  database:
    'postgres://… to use PostgreSQL; left out: a file in the data folder; with a password better in the environment or the file',
  bus: 'nats://… of the NATS server between the servers of a site, tls://… for TLS; several hosts with commas; left out: none',
  busPrefix: 'first word of all subjects, for several sites at one NATS server',
  busUser: 'user at that server',
  busPassword: 'password of that user',
  busToken: 'token at that server, instead of a user',
  busCredentials: 'file with the credentials of a user (JWT and key), instead of a user',
  busCa: 'PEM file of the authority of its certificate; left out: those that the machine trusts',
  connectionsPerAddress:
    'open connections of one address at each of web, main and streams; those of trusted proxies are not counted',
  trustedProxies:
    'addresses and networks (10.0.0.0/8) of proxies whose X-Forwarded-For is believed, with commas; else everybody behind one is one address',
  adminPassword:
    'password of the first administrator, read only when there is no user yet; left out: a random one is printed',
  metricsToken: 'token of at least 16 characters that /metrics asks for, as "Authorization: Bearer …"',
  openMetrics: 'answers /metrics without a token: for a closed network',
  openReads:
    'answers calls that only read, and need no more than a login, also without one: for old clients on a closed network',
  queryCredentials:
    'accepts user and password in the address of calls that only read: for old clients; addresses end up in logs and histories of browsers and proxies',
  admission: 'unknown recorders: "list" shows them under new devices, "refuse" turns them away',
  newDevicePositions:
    'positions of recorders that no user has added: "keep" answers that they failed, so that a recorder sends them again after it was added, "drop" acknowledges them',
  deviceAuthentication:
    'registered recorders: "first-use" requires the code they were given of those that have shown it once, "code" of all, "open" of none',
  recordingDays: 'days that recordings are kept where a device does not say otherwise; 0: until the room is needed',
  recordingGigabytes: 'gigabytes of recordings that are kept of each device at most; 0: as many as its days make',
  overwriteEarly:
    'when the disk is full: "yes" removes the oldest recordings, also before their days are over, "no" pauses recording; recordings without days are removed in either case',
  transcoders: 'cameras whose H.265 is made H.264 at a time, for browsers that cannot play it',
  ffmpeg: 'the ffmpeg program that does so',
  firmwareDownloads: 'devices that download firmware at a time; a further one is answered 429',
  firmwareMegabits:
    'megabits a second of all downloads of firmware together, so that live video has the rest; 0: no limit',
  eventDays: 'days that events are kept where a device does not say otherwise',
  overspeedKmh: 'speed from which on a vehicle is too fast, whatever its recorder says of it; 0: none is',
  idleMinutes: 'minutes after which a vehicle that stands with its engine on is idle; 0: none is',
  talkDays: 'days that talks and broadcasts are kept, with what was said',
  auditDays: 'days that the audit log is kept: who called what, from where, with which result',
  maxLicence: 'how many devices can be registered',
  acmeDirectory:
    "directory of the authority that certificates are requested from by ACME, on the tab Let's Encrypt of the server settings",
  geocoder: 'address of a Nominatim server that returns addresses of positions; left out: the nearest place is shown',
  nearbyPlaces: 'shows the nearest place, as approximate, where there is no geocoder or it does not answer',
  dynDns: 'address of the DynDNS update service, for the DDNS tab of the server settings',
  noIp: 'address of the No-IP update service, for the same',
  publicAddress: 'page that shows the address which it was requested from, read every 5 minutes while DDNS is on',
  directions:
    'address of a directions server that returns routes on roads; left out: planned routes are straight lines',
  directionsKind: 'what that server is: "osrm" or "valhalla"',
  mediaStore:
    'bucket that closed minutes of video are moved to, as s3://bucket or s3://bucket/prefix; left out: they stay in the data folder',
  s3Endpoint: 'address of an S3-compatible store, as https://minio.example:9000; left out: Amazon S3',
  s3Region: 'region of the bucket',
  s3PathStyle: '"yes" names the bucket in the path of requests, "no" in the host name',
  s3AccessKey: 'access key of the bucket',
  s3SecretKey: 'secret key of the same',
  telematics:
    'address of the telematics service (MyGeotab) whose account the internal page geoarray shows, as https://my.geotab.com; left out: none',
  telematicsDatabase: 'database of that account',
  telematicsUser: 'user of that account',
  telematicsPassword: 'password of that account',
  basemap: 'PMTiles file of the map; left out: basemap.pmtiles in the data folder, when there is one',
  timeZone: 'hours from UTC that the console shows as server time, or "machine"',
  mapCenter: 'latitude,longitude where the map starts',
  site: 'options of the console (only in the file)',
  chooseServer: 'the login page asks for the address of a recorder server, for a console that serves several',
  embeddedPages: 'up to 5 pages {"title", "url"} that the console shows within itself (only in the file)',
  deviceModels:
    'models of recorders: {"maker", "model", "family", "formatCard"}, as the maker\'s word that formats the card (only in the file)',
  logLevel: 'trace, debug, info, warn, error or silent',
}

/** `publicHost` → `--public-host`. */
export function flagOf(name: SettingName): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** `publicHost` → `FLEETGLASS_PUBLIC_HOST`. */
export function variableOf(name: SettingName): string {
  return `FLEETGLASS_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}
