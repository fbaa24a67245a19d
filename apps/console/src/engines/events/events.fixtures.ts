import type { StoredEvent } from '@fleetglass/contract/events'

/** A stored event as the server answers it, with what a test says of it. */
export function storedEvent(over: Partial<StoredEvent> = {}): StoredEvent {
  const eventtimeutc = over.eventtimeutc ?? 1_790_000_000
  return {
    serialno: 1,
    deviceid: 'van',
    type: 0,
    appdevid: 15,
    eventtime: '2026-09-21 13:33:20',
    eventtimeutc,
    updatetime: eventtimeutc + 0.5,
    cmd: 'new',
    eventname: '',
    memo: '',
    call: 0,
    fencename: '',
    vehiclex: null,
    vehicley: null,
    speed: null,
    try: 0,
    completed: 0,
    download: 0,
    snap: 0,
    haverdb: 0,
    checkstatus: 0,
    ...over,
  }
}
