import type { Evidence, GradedEvidence, SafetyCamera } from '../../parameters/evidence.ts'
import type { AdasSettings } from '../../parameters/f364-adas-settings.ts'
import type { DsmSettings } from '../../parameters/f365-dsm-settings.ts'
import type { TpmsSettings } from '../../parameters/f366-tpms-settings.ts'
import { readSafetySettings } from '../../parameters/safety-settings.ts'
import type { Parameter } from '../../shapes/parameter-list.ts'
import type { Reported } from './entry.ts'

/** SmallChi/JT808: settings of active safety under its property names. */
export function describeSettings(parameter: Parameter): Reported {
  const read = readSafetySettings(parameter)
  if (!read?.ok) return {}
  const reported = read.value
  switch (reported.name) {
    case 'adasSettings':
      return { ...describeCamera(reported.value), ...describeAdas(reported.value) }
    case 'dsmSettings':
      return { ...describeCamera(reported.value), ...describeDsm(reported.value) }
    case 'tpmsSettings':
      return describeTpms(reported.value)
    case 'bsdSettings':
      return {
        RearApproachAlarmTimeThreshold: reported.value.behindS,
        LateralRearApproachAlarmTimeThreshold: reported.value.besideBehindS,
      }
  }
}

function describeCamera(camera: SafetyCamera): Reported {
  return {
    AlarmJudgeSpeedThreshold: camera.alarmsFromKmh,
    WarningVolume: camera.volume,
    ActivePhotographyStrategy: camera.photosBy,
    ActivelyTimePhotoInterval: camera.photoEveryS,
    ActiveDistancePhotographyDistanceInterval: camera.photoEveryM,
    SingleInitiativePhotos: camera.photosAtOnce,
    SingleInitiativePhotosInterval: camera.photoIntervalDs,
    PhotoResolution: camera.photoSizeCode,
    VideoRecordingResolution: camera.videoSizeCode,
    AlarmEnable: camera.alarmBits,
    EventEnable: camera.eventBits,
  }
}

function describeAdas(settings: AdasSettings): Reported {
  return {
    Placeholder1: settings.reserved,
    DistanceThresholdObstacleAlarm: settings.obstacle.nearerThanDs,
    ...describe(
      settings.obstacle,
      'HierarchicalSpeedThresholdObstacleAlarm',
      'VideoRecordingTimeBeforeAndAfterObstacleAlarm',
      'BarrierAlarmPhotographs',
      'ObstacleAlarmInterval',
    ),
    FrequentChannelChangeAlarmJudgmentTimePeriod: settings.laneChanges.withinS,
    FrequentAlarmJudgmentNumberChannelChange: settings.laneChanges.count,
    ...describe(
      settings.laneChanges,
      'HierarchicalSpeedThresholdFrequentChannelChangeAlarm',
      'VideoRecordingTimeBeforeAndAfterFrequentLaneChangeAlarm',
      'FrequentChannelChangeAlarmPhotos',
      'FrequentLaneChangeAlarmInterval',
    ),
    ...describe(
      settings.laneDeparture,
      'GradedSpeedThresholdLaneDepartureAlarm',
      'VideoRecordingTimeBeforeAndAfterLaneDepartureAlarm',
      'LaneDepartureAlarmPhoto',
      'LaneDepartureAlarmPhotoInterval',
    ),
    ForwardCollisionWarningTimeThreshold: settings.forwardCollision.nearerThanDs,
    ...describe(
      settings.forwardCollision,
      'HierarchicalSpeedThresholdForwardCollisionWarning',
      'VideoRecordingTimeBeforeAndAfterForwardCollisionAlarm',
      'ForwardCollisionAlarmPhotographs',
      'ForwardCollisionAlarmInterval',
    ),
    PedestrianCollisionAlarmTimeThreshold: settings.pedestrian.nearerThanDs,
    ...describe(
      settings.pedestrian,
      'PedestrianCollisionAlarmEnablingSpeedThreshold',
      'VideoRecordingTimeBeforeAndAfterPedestrianCollisionAlarm',
      'PedestrianCollisionAlarmPhotos',
      'PedestrianCollisionAlarmInterval',
    ),
    VehicleDistanceMonitoringAlarmDistanceThreshold: settings.headway.nearerThanDs,
    ...describe(
      settings.headway,
      'VehicleDistanceMonitoringAndAlarmClassificationSpeedThreshold',
      'VideoRecordingTimeBeforeAndAfterAlarmVehicleProximity',
      'AlarmPhotoVehicleCloseDistance',
      'AlarmPhotoVehicleCloseDistanceInterval',
    ),
    RoadSignRecognitionPhotographs: settings.roadSign.photos,
    RoadSignRecognitionPhotographsInterval: settings.roadSign.photoIntervalDs,
    ...(settings.guangdong && {
      ...describeAlarm(settings.guangdong.solidLine, 'SolidLineChangeLanesAlarm'),
      ...describeAlarm(settings.guangdong.fullAisle, 'CarriageAislePassengerDetectionAlarm'),
    }),
  }
}

function describeDsm(settings: DsmSettings): Reported {
  return {
    TimeIntervalSmokingAlarmJudgment: settings.smokingWithinS,
    CallAlarmDetermineTimeInterval: settings.phoneWithinS,
    ...describe(
      settings.fatigue,
      'GradedSpeedThresholdFatigueDrivingAlarm',
      'VideoRecordingTimeBeforeAndAfterFatigueDrivingAlarm',
      'FatigueDrivingAlarmPhotograph',
      'FatigueDrivingAlarmPhotographInterval',
    ),
    ...describe(
      settings.phone,
      'ClassifiedSpeedThresholdCallAlarm',
      'VideoRecordingTimeBeforeAndAfterCallAlarm',
      'CallAlarmTakePicturesDriverFacialFeatures',
      'CallAlarmTakePicturesDriverFacialFeaturesInterval',
    ),
    ...describe(
      settings.smoking,
      'ClassifiedSpeedThresholdSmokingAlarm',
      'VideoRecordingTimeBeforeAndAfterSmokingAlarm',
      'SmokingAlarmPhotographsDriverFaceCharacteristics',
      'SmokingAlarmPhotographsDriverFaceCharacteristicsInterval',
    ),
    ...describe(
      settings.distraction,
      'ClassifiedSpeedThresholdDistractedDrivingAlarm',
      'VideoRecordingTimeBeforeAndAfterDistractedDrivingAlarm',
      'DistractedDrivingAlarmPhotography',
      'DistractedDrivingAlarmPhotographyInterval',
    ),
    ...describe(
      settings.abnormal,
      'ClassifiedSpeedThresholdAbnormalDrivingBehavior',
      'VideoRecordingTimeAbnormalDrivingBehavior',
      'PhotographsAbnormalDrivingBehavior',
      'PictureIntervalAbnormalDrivingBehavior',
    ),
    DriverIdentificationTrigger: settings.identifyBy,
    ...(settings.form === 'long' && {
      ClassifiedSpeedThresholdCameraOcclusion: settings.coveredSecondLevelKmh,
      ...describeBehaviour(settings.seatBelt, 'NotBuckleUp'),
      ...describeBehaviour(settings.sunglasses, 'InfraredSunglassesBlockingFailure'),
      ...describeBehaviour(settings.handsOff, 'DoubleHanderOff'),
      ...describeBehaviour(settings.playing, 'PlayMobile'),
    }),
  }
}

function describeTpms(settings: TpmsSettings): Reported {
  return {
    TyreSpecificationType: settings.tyreType,
    TyrePressureUnit: settings.pressureUnit,
    NormalFetalPressure: settings.pressure,
    ThresholdUnbalancedTirePressure: settings.unevenPercent,
    SlowLeakageThreshold: settings.slowLeakPercent,
    LowVoltageThreshold: settings.lowPressure,
    HighVoltageThreshold: settings.highPressure,
    HighTemperatureThreshold: settings.highTemperatureC,
    VoltageThreshold: settings.batteryPercent,
    TimedReportingInterval: settings.reportEveryS,
  }
}

function describeAlarm(evidence: GradedEvidence, name: string): Reported {
  return describe(
    evidence,
    `${name}ClassificationSpeedThreshold`,
    `VideoRecordingTimeBeforeAndAfter${name}`,
    `${name}Photographs`,
    `${name}PhotoInterval`,
  )
}

function describeBehaviour(evidence: GradedEvidence, name: string): Reported {
  return describe(
    evidence,
    `ClassifiedSpeedThreshold${name}`,
    `VideoRecordingTime${name}`,
    `Photographs${name}`,
    `PictureInterval${name}`,
  )
}

function describe(
  evidence: Partial<GradedEvidence & Evidence>,
  speed: string,
  video: string,
  photos: string,
  interval: string,
) {
  return {
    [speed]: evidence.secondLevelKmh,
    [video]: evidence.videoS,
    [photos]: evidence.photos,
    [interval]: evidence.photoIntervalDs,
  }
}
