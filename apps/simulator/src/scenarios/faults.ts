/**
 * What can go wrong with a device, switched on and off while it runs. Each is something real recorders do; the value of
 * a fault that is off is `false` or 0.
 */
export interface Faults {
  /** The link is cut without a goodbye and cannot be made again while this holds. Points are kept and sent as 0x0704. */
  cutLink: boolean
  /** Connected, but nothing is sent: no positions, no heartbeats, no answers. */
  silent: boolean
  /** Points are sent as 0x0200 this many seconds after they were taken. */
  latePointsS: number
  /** Each position frame is sent twice, with the same serial. */
  duplicates: boolean
  /** Share of 0 to 1 of frames whose check byte is wrong. */
  badChecksums: number
  /** Share of 0 to 1 of packets that never leave: UDP datagrams, and 1078 packets dropped by the device (TCP too). */
  lostPackets: number
  /** Added to the device's clock, seconds: positions and media time stamps jump when it changes. */
  clockJumpS: number
  /** Commands are not answered; positions go on. */
  noAnswers: boolean
  /** The emergency button: alarm bit 0, until the platform answered a position that carried it. */
  emergency: boolean
  /** Video is H.265. */
  h265: boolean
  /** SIM of ten bytes in media packets, whatever the generation. */
  sim10: boolean
  /** The four bytes of a HiSilicon header in front of audio. */
  chipHeader: boolean
  /** Parameter sets before the first key frame of a stream only. */
  setsOnce: boolean
  /** Frames leave in pieces of a few bytes, or several glued together (TCP signalling). */
  splitWrites: boolean
}

export type FaultName = keyof Faults

/** A healthy device. */
export function noFaults(): Faults {
  return {
    cutLink: false,
    silent: false,
    latePointsS: 0,
    duplicates: false,
    badChecksums: 0,
    lostPackets: 0,
    clockJumpS: 0,
    noAnswers: false,
    emergency: false,
    h265: false,
    sim10: false,
    chipHeader: false,
    setsOnce: false,
    splitWrites: false,
  }
}
