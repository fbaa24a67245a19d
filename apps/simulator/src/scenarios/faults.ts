/**
 * What can go wrong with a device, switched on and off while it runs. Each is something real recorders do; the value of
 * a fault that is off is `false`, 0 or ''.
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
  /** Alarm bits of its positions, beside those it raises by itself (JT/T 808, table 24). */
  alarmBits: number
  /** Wired inputs that are on: bit 0 is the first. */
  inputBits: number
  /** Cameras without a picture: bit 0 is channel 1. */
  videoLossBits: number
  /** Cameras that somebody covered. */
  coveredBits: number
  /** Disks that do not take recordings: bit 0 is the first. */
  diskFaultBits: number
  /** Other video alarms: bits 3 fault, 4 overcrowded, 6 disk for alarms nearly full (JT/T 1078, table 14). */
  videoAlarmBits: number
  /** What the driver does: bits 0 tired, 1 on the phone, 2 smokes. */
  driverBits: number
  /**
   * An alarm of active safety as item × 256 + type (0x6401 forward collision); it begins when it is set and ends with 0. Times
   * 65536 stands the detail: the side of a lane (1 left, 2 right), or km/h above the limit of a sign.
   */
  safetyAlarm: number
  /** Files that each alarm of active safety has from now on; it brings them where 0x9208 says (T/JSATL 12). */
  alarmFiles: number
  /** Every second part of such a file is lost the first time. */
  alarmFileHoles: boolean
  /** An area or route of its own list: it drives in when it is set (item 0x12), and out with 0. */
  areaId: number
  /** The number of an event that the driver chooses (0x0301), and a text that the driver sends (0x6006): each when it is set. */
  driverEvent: number
  text: string
  /** The channel of a picture that it takes and sends on its own (0x0800, 0x0801) when it is set. */
  ownPicture: number
  /** The name of a file that it brings to the FTP server on its own when it is set: 200 KB, the same bytes for the same name. */
  ownFile: string
  /** Another plate, with which it registers anew: it was put into another vehicle. */
  plate: string
  /** The address of the machine that its connection comes from (TCP): it connects anew, as after a change of the network. */
  fromAddress: string
  /** Video is H.265. */
  h265: boolean
  /** SIM of ten bytes in media packets, whatever the generation. */
  sim10: boolean
  /** Names of settings with commas between them: 0x8103 with one of them is refused. */
  refusedSettings: string
  /** The same: 0x8103 with one of them is not answered, and nothing is kept. */
  silentSettings: string
  /** 0x8104 and 0x8106 are answered with bytes that end in the middle of a parameter. */
  unreadableSettings: boolean
  /** The link is lost when 0x8103 comes; it is back after a moment, and nothing was kept. */
  cutsAtSetting: boolean
  /** It recognises no faces: 0x8900 is answered "not supported". */
  noFaces: boolean
  /** It stores other bytes of a face's photo than it received. */
  garblesFaces: boolean
  /** 0x9206 is refused. */
  refusesUpload: boolean
  /** An upload ends with a failure (0x1206). */
  uploadFails: boolean
  /** The link of an upload is lost after so many bytes, each time; it goes on over a new one. */
  uploadCutsAtBytes: number
  /** The link of an upload takes no more. */
  uploadBytesPerS: number
  /** What goes wrong in an update: `refused` (the command), `download`, `check` (of the file), `old-version` (success is reported, nothing changed). */
  firmwareFault: string
  /** The link of a firmware download is lost after so many bytes, each time; it goes on over a new one. */
  firmwareCutsAtBytes: number
  /** The link of a firmware download takes no more. */
  firmwareBytesPerS: number
  /** 0x9101 for a talk or a broadcast is refused. */
  refusesTalk: boolean
  /** In a talk it repeats what it receives. */
  echo: boolean
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
    alarmBits: 0,
    inputBits: 0,
    videoLossBits: 0,
    coveredBits: 0,
    diskFaultBits: 0,
    videoAlarmBits: 0,
    driverBits: 0,
    safetyAlarm: 0,
    alarmFiles: 0,
    alarmFileHoles: false,
    areaId: 0,
    driverEvent: 0,
    text: '',
    ownPicture: 0,
    ownFile: '',
    plate: '',
    fromAddress: '',
    h265: false,
    sim10: false,
    refusedSettings: '',
    silentSettings: '',
    unreadableSettings: false,
    cutsAtSetting: false,
    noFaces: false,
    garblesFaces: false,
    refusesUpload: false,
    uploadFails: false,
    uploadCutsAtBytes: 0,
    uploadBytesPerS: 0,
    firmwareFault: '',
    firmwareCutsAtBytes: 0,
    firmwareBytesPerS: 0,
    refusesTalk: false,
    echo: false,
    chipHeader: false,
    setsOnce: false,
    splitWrites: false,
  }
}
