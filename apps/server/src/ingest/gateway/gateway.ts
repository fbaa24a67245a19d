// Belongs here: the listeners, what they share, the second that ticks. Does not: bytes (signalling/, media/).

import { MemoryBudget } from '../../platform/limits/index.ts'
import { limitLog } from '../../platform/log/index.ts'
import type { ConnectedDevice } from '../../ports/device-state/index.ts'
import { AlarmNumbers } from './attachments/alarm-numbers.ts'
import { type AttachmentsListener, listenAttachments } from './attachments/attachments-listener.ts'
import { createContain } from './contain.ts'
import { type FilesListener, listenFiles } from './files/files-listener.ts'
import type { Gateway, GatewayDeps, GatewayLimits } from './gateway.types.ts'
import { GatewayCounters } from './gateway-counters.ts'
import { listenMedia, type MediaListeners } from './media/media-listeners.ts'
import { silentOwner } from './media/silent-owner.ts'
import type { DeviceSession } from './signalling/device-session.ts'
import { createFlushing } from './signalling/flushing.ts'
import { createPacketMemories, type PacketMemories } from './signalling/packet-reassembly.ts'
import { SessionTable } from './signalling/session-table.ts'
import { listenSignalling, type SignallingListeners } from './signalling/signalling-listeners.ts'
import { MAX_UNREAD_BYTES_OF_ALL } from './signalling/tcp-transport.ts'
import { limitUnauthenticated } from './signalling/unauthenticated-log.ts'

const LIMITS: GatewayLimits = {
  connections: 15_000,
  connectionsPerAddress: 12_000,
  firstFrameMs: 30_000,
  silenceMs: 300_000,
  mediaSilenceMs: 30_000,
}

const TICK_MS = 1_000

/** Of all media connections together, before it is known whose they are: most say so in their first packet. */
const MAX_UNCLAIMED_BYTES = 16 * 1024 * 1024

/** Channels with a line in the log each minute; after a restart a whole fleet begins to send at once. */
const MOST_CHANNELS_LOGGED = 10_000

/** Opens the five listeners; rejects with a sentence that says what to do when a port cannot be had. */
export async function createGateway(deps: GatewayDeps): Promise<Gateway> {
  const {
    clock,
    commandHost,
    deviceHosts,
    deviceLog,
    registry,
    positions,
    reports,
    streams,
    talkSessions,
    playbacks,
    traffic,
    options,
  } = deps
  const limits = { ...LIMITS, ...options.limits }
  const counters = new GatewayCounters(deps.metrics)
  const signallingLog = limitLog(deps.log.child({ part: 'signalling' }), clock)
  const mediaLog = deps.log.child({ part: 'media' })
  const contain = createContain(limitLog(deps.log.child({ part: 'gateway' }), clock))
  const sessions = new SessionTable({
    commandHost,
    deviceHosts,
    registry,
    reports,
    counters,
    deviceLog,
    admission: options.admission,
    authentication: options.authentication,
    addressLog: signallingLog,
  })
  const packetMemory = createPacketMemories()
  const unread = new MemoryBudget(MAX_UNREAD_BYTES_OF_ALL)
  let media: MediaListeners | null = null
  let signalling: SignallingListeners | null = null
  let files: FilesListener | null = null
  let attachments: AttachmentsListener | null = null
  const alarmNumbers = new AlarmNumbers((text) => options.authentication.signature(text))

  let storedBefore = positions.stats.points
  /** What the log has committed: a point that waits is not stored yet. */
  function countStored(): void {
    const { points } = positions.stats
    if (points > storedBefore) counters.add('positions', 'stored', points - storedBefore)
    storedBefore = points
  }

  const tick = clock.every(TICK_MS, () => {
    const nowMs = clock.monotonicMs()
    signalling?.tick(nowMs)
    media?.tick(nowMs)
    countStored()
    counters.publish()
  })
  const drained = positions.onDrained(() => signalling?.resumeAll())

  async function close(): Promise<void> {
    tick.cancel()
    await Promise.all([signalling?.close(), media?.close(), files?.close(), attachments?.close()])
    drained.close()
    sessions.close()
    countStored()
    counters.publish()
  }

  try {
    media = await listenMedia(
      {
        clock,
        addressLog: limitLog(mediaLog, clock),
        channelLog: limitLog(mediaLog, clock, MOST_CHANNELS_LOGGED),
        counters,
        contain,
        limits,
        streams,
        talkSessions,
        silentOwner: (address, connectedMs) => silentOwner({ talkSessions, streams, sessions }, address, connectedMs),
        playbacks,
        traffic,
        unclaimed: new MemoryBudget(MAX_UNCLAIMED_BYTES),
        knows: (simRaw, channel, address) => sessions.knows(simRaw, channel, address),
        deviceOf(simRaw) {
          const session = sessions.byNumber(simRaw)
          const device = sessions.registered(simRaw)
          if (!session && device && options.authentication.requires(device.key)) return null
          const deviceId = session?.deviceId ?? device?.deviceId
          if (deviceId === undefined) return null
          return {
            deviceId,
            key: registry.byId(deviceId)?.key ?? null,
            // Without a control line there is nothing to compare with: then it only counts whether anybody asked.
            mayPublish: (channel, address) =>
              !session || session.transport.address === address || session.awaitedChannels.has(channel),
            published: (channel) => session?.awaitedChannels.delete(channel),
          }
        },
        awaitedFrom: (address, wanted) =>
          [...streams.awaited()].flatMap(({ deviceId, channel }) => {
            const session = sessions.byId(deviceId)
            if (session?.transport.address !== address || (wanted !== null && channel !== wanted)) return []
            const key = session.device?.key ?? null
            return [
              { deviceId, key, channel, mayPublish: () => true, published: (at) => session.awaitedChannels.delete(at) },
            ]
          }),
      },
      { host: options.host, port: options.mediaPort },
    )
    const mediaPort = media.port
    const { host, publicHost, filesPassive: passive } = options
    const fileLog = deps.log.child({ part: 'files' })
    const rejected = (reason: string): void => counters.add('rejected', `files-${reason}`)
    const filing = {
      clock,
      log: fileLog,
      addressLog: limitLog(fileLog, clock),
      uploads: {
        admit: (user: string, password: string) =>
          deps.uploads.admit(user, password) ?? deps.accounts.admit(user, password),
      },
      host,
      publicHost,
      passive,
      rejected,
    }
    files = await listenFiles(filing, options.filesPort)
    attachments = await listenAttachments(
      {
        clock,
        log: fileLog,
        addressLog: limitLog(fileLog, clock),
        registry,
        alarmNumbers,
        store: deps.attachments,
        traffic,
        takesData: deps.takesData,
      },
      { host, port: options.attachmentsPort, rejected: (reason) => counters.add('rejected', `attachments-${reason}`) },
    )
    signalling = await listenSignalling(
      {
        clock,
        addressLog: signallingLog,
        counters,
        contain,
        reports,
        sessions,
        packetMemory,
        unread,
        limits,
        authentication: options.authentication,
        newDevicePositions: options.newDevicePositions,
        mediaHost: options.publicHost,
        mediaPort,
        filesPort: files.port,
        attachmentsPort: attachments.port,
        alarmNumbers,
        uploads: deps.uploads,
        relay: deps.relay,
        flushSoon: createFlushing(),
        stopReading: () => signalling?.pauseAll(),
        deviceLog,
        unauthenticatedLog: limitUnauthenticated(deviceLog, clock),
        traffic,
        askedLive: ({ deviceId, channel, host, port }) =>
          streams.diagnostic({ deviceId, channel }, { kind: 'address-sent', host, port }),
      },
      { host: options.host, port: options.signallingPort },
    )
    measure(deps, { signalling, media, files, sessions, packetMemory, unread })
    const lines = () => [...sessions.all()].map(lineOf)
    const { listenDatagrams } = signalling
    const ports = { signalling: signalling.port, media: mediaPort, files: files.port, attachments: attachments.port }
    return { ports, listenDatagrams, lines, close: once(close) }
  } catch (error) {
    await close()
    throw error
  }
}

function measure(
  { metrics, positions, uploads }: GatewayDeps,
  parts: {
    signalling: SignallingListeners
    media: MediaListeners
    files: FilesListener
    sessions: SessionTable
    packetMemory: PacketMemories
    unread: MemoryBudget
  },
): void {
  const { signalling, media, files, sessions, packetMemory, unread } = parts
  const of = (name: string, help: string, read: () => number) => metrics.measured(`fleetglass_${name}`, help, read)
  of('signalling_connections', 'Open JT/T 808 TCP connections', () => signalling.tcpConnections)
  of('signalling_udp_peers', 'Devices that report by UDP', () => signalling.udpPeers)
  of('media_connections', 'Open JT/T 1078 TCP connections', () => media.tcpConnections)
  of('media_udp_lines', 'Channels that arrive by UDP', () => media.udpConnections)
  of('files_connections', 'Devices that bring files', () => files.connections)
  of('files_bytes', 'Bytes of files that devices brought since the start', () => uploads.bytesIn)
  of('devices_connected', 'Terminals that are connected', () => sessions.size)
  of('packet_memory_bytes', 'Bytes of messages whose packets have not all come', () => {
    const { registered, unregistered } = packetMemory
    return registered.budget.usedBytes + unregistered.budget.usedBytes
  })
  of('signalling_unread_bytes', 'Bytes of answers that devices have not taken', () => unread.usedBytes)
  of('positions_waiting', 'Positions taken that are not on disk yet', () => positions.waiting)
  of('positions_commit_ms', 'How long the last group of positions took to the disk', () => positions.stats.lastCommitMs)
}

function lineOf({ deviceId, device, pending, transport, connectionReport }: DeviceSession): ConnectedDevice {
  const { beganAtMs, receivedAtMs, sentAtMs, edition, counts } = connectionReport()
  const { heartbeats, positions, alarms, others } = counts
  return {
    deviceId,
    registered: device !== null,
    address: transport.address,
    port: portOf(transport.peer),
    beganAtMs,
    receivedAtMs,
    sentAtMs,
    edition,
    heartbeats,
    positions,
    alarms,
    others,
    commandsWaiting: pending.waiting,
  }
}

/** Of `address:port` or `address:port (udp)`, where an address may have colons too. */
function portOf(peer: string): number {
  return Number.parseInt(peer.slice(peer.lastIndexOf(':') + 1), 10)
}

function once(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | null = null
  return () => {
    closing ??= close()
    return closing
  }
}
