import { decodeTachographBlock, type TachographWay } from '../../tachograph/block.ts'
import { flatten, isoOf, type Reported } from './entry.ts'

/** SmallChi/JT808: blocks of GB/T 19056 under its property names. */
export function describeTachograph(bytes: Uint8Array, way: TachographWay): Reported {
  const block = decodeTachographBlock(bytes, way)
  return block.ok ? describeRecord(block.value.record) : {}
}

type Record = Extract<ReturnType<typeof decodeTachographBlock>, { ok: true }>['value']['record']

function describeRecord(record: Record): Reported {
  switch (record.name) {
    case 'time':
      return { RealTime: isoOf(record.value, ' ') }
    case 'pulses':
      return { RealTime: isoOf(record.value.time, ' '), PulseCoefficient: record.value.pulsesPerKm }
    case 'vehicle':
      return { Vin: record.value.vin, VehicleNo: record.value.plate, VehicleType: record.value.plateClass }
    case 'switches':
      return {
        RealTime: isoOf(record.value.time, ' '),
        SignalOperate: record.value.switchBits,
        ...Object.fromEntries(SWITCH_NAMES.map((name, at) => [name, record.value.names[at]])),
      }
    case 'speeds':
      return lists(
        'JT808_CarDVR_Up_0x08_SpeedPerMinutes',
        record.value.map(({ begin, seconds }) => ({
          StartTime: dayOf(begin),
          JT808_CarDVR_Up_0x08_SpeedPerSeconds: seconds.map(({ speedKmh, switchBits }) => ({
            AvgSpeedAfterStartTime: speedKmh,
            StatusSignalAfterStartTime: switchBits,
          })),
        })),
      )
    case 'accidents':
      return lists(
        'JT808_CarDVR_Up_0x10_AccidentSuspectins',
        record.value.map(({ end, licence, samples, place }) => ({
          EndTime: dayOf(end),
          DriverLicenseNo: licence,
          GpsLat: place.latitudeMinuteE4,
          GpsLng: place.longitudeMinuteE4,
          Height: place.altitudeM,
          JT808_CarDVR_Up_0x10_DrivingStatuss: samples.map(({ speedKmh, switchBits }) => ({
            Speed: speedKmh,
            StatusSignal: switchBits,
          })),
        })),
      )
    case 'overtimes':
      return lists(
        'JT808_CarDVR_Up_0x11_DriveOverTimes',
        record.value.map(({ licence, begin, end, beginPlace, endPlace }) => ({
          DriverLicenseNo: licence,
          ContinueDrivingStartTime: dayOf(begin),
          ContinueDrivingEndTime: dayOf(end),
          GpsStartLat: beginPlace.latitudeMinuteE4,
          GpsStartLng: beginPlace.longitudeMinuteE4,
          StartHeight: beginPlace.altitudeM,
          GpsEndLat: endPlace.latitudeMinuteE4,
          GpsEndLng: endPlace.longitudeMinuteE4,
          EndHeight: endPlace.altitudeM,
        })),
      )
    case 'logins':
      return lists(
        'JT808_CarDVR_Up_0x12_DriveLogins',
        record.value.map(({ time, licence, kind }) => ({
          LoginTime: dayOf(time),
          LoginType: kind,
          DriverLicenseNo: licence,
        })),
      )
    case 'supplies':
      return lists('JT808_CarDVR_Up_0x13_ExternalPowerSupplys', record.value.map(describeEvent))
    case 'changes':
      return lists('JT808_CarDVR_Up_0x14_ParameterModifys', record.value.map(describeEvent))
    case 'span':
      return {
        StartTime: isoOf(record.value.from, ' '),
        EndTime: isoOf(record.value.to, ' '),
        Count: record.value.most,
      }
    case 'failed':
      return { 'JT808CarDVRUpPackage.ErrorFlag': true }
    default:
      return {}
  }
}

const SWITCH_NAMES = ['D0', 'D1', 'D2', 'NearLight', 'FarLight', 'RightTurn', 'LeftTurn', 'Brake']

function describeEvent({ time, kind }: { readonly time: string; readonly kind: number }): Reported {
  return { EventTime: dayOf(time), EventType: kind }
}

/** The source writes a midnight as its day. */
function dayOf(time: string): string {
  return isoOf(time, ' ').replace(' 00:00:00', '')
}

function lists(name: string, entries: readonly Reported[]): Reported {
  return flatten({ [name]: entries })
}
