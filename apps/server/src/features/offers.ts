import type { ListenerState } from '@fleetglass/contract/server-settings'
import type { ResolvedOptions } from '@fleetglass/contract/variants'
import type { Authenticator, CallerWatch, Endpoint } from '../platform/access-policy/index.ts'
import type { AcmeCertificates } from '../platform/acme/index.ts'
import type { AuditLog } from '../platform/audit/index.ts'
import type { Bus } from '../platform/bus/index.ts'
import type { Clock } from '../platform/clock/index.ts'
import type { ServerConfig } from '../platform/config/index.ts'
import type { Database } from '../platform/database/index.ts'
import type { HostDisks } from '../platform/host-disks/index.ts'
import type { Log } from '../platform/log/index.ts'
import type { Mail } from '../platform/mail/index.ts'
import type { MediaSlots } from '../platform/media-store/index.ts'
import type { Metrics } from '../platform/metrics/index.ts'
import type { ServerRestart } from '../platform/restart/index.ts'
import type { Settings } from '../platform/settings/index.ts'
import type { ThreadSource } from '../platform/worker/index.ts'
import type { DeviceCommands } from '../ports/commands/index.ts'
import type { DevicePlaybacks } from '../ports/device-playback/index.ts'
import type { ConnectedDevice, DeviceState } from '../ports/device-state/index.ts'
import type { StoredEvents } from '../ports/events/index.ts'
import type { LiveMedia, Streams } from '../ports/live-media/index.ts'
import type { GapFills, RecordingDisk } from '../ports/recordings/index.ts'
import type { TalkPort } from '../ports/talk/index.ts'
import type { RuleBook } from '../services/areas/index.ts'
import type { Session } from '../services/authentication/index.ts'
import type { AutoUploads } from '../services/auto-uploads/index.ts'
import type { DeviceIdentities, DeviceModels } from '../services/device-identity/index.ts'
import type { Devices, RowWriter } from '../services/device-list/index.ts'
import type { DeviceLog } from '../services/device-log/index.ts'
import type { Accounts, DeviceCodes, Permissions, Registry, Visibility } from '../services/directory/index.ts'
import type { EventDeliveries } from '../services/event-deliveries/index.ts'
import type { EventFetch } from '../services/event-fetch/index.ts'
import type { EventMedia } from '../services/event-media/index.ts'
import type { EventPlans } from '../services/event-plans/index.ts'
import type { EventProfiles } from '../services/event-profiles/index.ts'
import type { ReportFolder } from '../services/event-reports/index.ts'
import type { FootageEvents } from '../services/events/index.ts'
import type { Fleet } from '../services/live-state/index.ts'
import type { RecordingCuts, RecordingLocks, Recordings } from '../services/recordings/index.ts'
import type { Retention } from '../services/retention/index.ts'
import type { FootageEngine } from '../services/retrieval/index.ts'
import type { StreamLog } from '../services/stream-log/index.ts'
import type { TalkLog } from '../services/talk-log/index.ts'
import type { TrackSums } from '../services/tracks/index.ts'
import type { DeviceTraffic } from '../services/traffic/index.ts'
import type { TranscodedStreams } from '../services/transcoder/index.ts'
import type { StreamGate, StreamSockets } from '../services/viewers/index.ts'

export interface OpenPorts {
  readonly http: number
  readonly https: number
  readonly main: number
  readonly streams: number
  readonly heartbeat: number
}

/** What `app/` offers to features: parts of the platform, services and ports. A feature receives those its `needs` names. */
export interface Offers {
  readonly audit: Pick<AuditLog, 'record'>
  readonly bus: Bus
  readonly clock: Clock
  readonly config: ServerConfig
  readonly database: Database
  readonly dataFolder: { readonly path: string }
  readonly log: Log
  /** For workers. */
  readonly threads: ThreadSource
  readonly metrics: Metrics
  readonly mail: Pick<Mail, 'isConfigured' | 'send'>
  /** The ports that are bound, 0 for those that are not open. They change when settings do. */
  readonly ports: OpenPorts
  /** How the listeners stand whose ports are in the server settings. */
  readonly listeners: () => readonly ListenerState[]
  /** What can be called, once the listeners are open. */
  readonly endpoints: () => Iterable<Endpoint>
  /** What administrators set at run time. */
  readonly settings: Pick<Settings, 'open' | 'named'>
  readonly restart: ServerRestart
  readonly hostDisks: HostDisks
  /** File systems for recordings. */
  readonly mediaSlots: Pick<MediaSlots, 'all' | 'refresh' | 'uuids'>
  readonly acme: Pick<AcmeCertificates, 'challengeAnswer' | 'request' | 'status'>
  /** The options of the site, with their defaults filled in. */
  readonly site: ResolvedOptions
  /** The server's offset from UTC. */
  readonly utcOffsetS: () => number

  /** Who is calling, and whether their account is still what it was. */
  readonly authenticator: Authenticator & CallerWatch
  /** Logins, session cookies and passwords. */
  readonly session: Session
  readonly registry: Registry
  /** Accounts of the site, for those who manage them. */
  readonly accounts: Accounts
  readonly permissions: Permissions
  /** Which devices exist for an account. */
  readonly visibility: Visibility
  readonly deviceCodes: DeviceCodes

  /** The last known state of each device. */
  readonly fleet: Fleet
  /** The list of devices as an account sees it. */
  readonly devices: Devices
  readonly rowWriter: RowWriter
  readonly identities: DeviceIdentities
  readonly models: DeviceModels
  readonly traffic: DeviceTraffic
  readonly deviceLog: DeviceLog
  /** Connections of devices that are open now. */
  readonly connectedDevices: () => Iterable<ConnectedDevice>
  readonly commands: DeviceCommands
  /** What devices report, as it comes. */
  readonly deviceState: Pick<DeviceState, 'subscribe'>
  readonly rules: RuleBook
  /** Events of all devices, once they are on disk. */
  readonly storedEvents: Pick<StoredEvents, 'subscribe'>
  readonly footageEvents: FootageEvents
  /** What was fetched for events. */
  readonly eventMedia: EventMedia
  /** Files that devices uploaded on their own. */
  readonly autoUploads: AutoUploads
  /** What push and realtime plans and reports send. */
  readonly eventDeliveries: EventDeliveries
  /** The files of reports. */
  readonly reportFolder: ReportFolder
  /** What is done at events. */
  readonly eventPlans: EventPlans
  /** How events are named and shown. */
  readonly eventProfiles: EventProfiles
  readonly trackSums: TrackSums

  readonly liveMedia: LiveMedia
  /** The stream hubs of this node: what they do, not how they are opened. */
  readonly streams: Pick<Streams, 'bytesIn' | 'channels' | 'onState'>
  readonly transcoded: TranscodedStreams
  /** Checks who may open a stream or fetch a file, and ends it when the access is lost. */
  readonly gate: StreamGate
  readonly viewers: Pick<StreamSockets, 'viewers' | 'sentBytes'>
  readonly talkSessions: TalkPort
  readonly talkLog: TalkLog
  /** What users watch, play and download. */
  readonly streamLog: StreamLog

  readonly recordings: Recordings
  readonly recordingDisk: RecordingDisk
  /** Goes on recording in new files, where the settings say now. */
  readonly reloadRecording: () => Promise<void>
  readonly cuts: RecordingCuts
  readonly locks: RecordingLocks
  readonly retention: Retention
  readonly gapFills: GapFills
  /** Recordings that devices have stored, played from there. */
  readonly playbacks: DevicePlaybacks
  readonly footage: FootageEngine
  /** Media of events that download plans want. */
  readonly eventFetch: Pick<EventFetch, 'again' | 'holdOf' | 'tasks' | 'uploads'>
}
