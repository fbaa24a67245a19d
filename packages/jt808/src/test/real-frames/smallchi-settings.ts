import type { Evidence, GradedEvidence, SafetyCamera } from '../../parameters/evidence.ts'
import type { AdasSettings } from '../../parameters/f364-adas-settings.ts'
import type { DsmSettings } from '../../parameters/f365-dsm-settings.ts'
import type { TpmsSettings } from '../../parameters/f366-tpms-settings.ts'
import { readSafetySettings } from '../../parameters/safety-settings.ts'
import type { Parameter } from '../../shapes/parameter-list.ts'
import type { Told } from './entry.ts'

/** SmallChi/JT808: settings of active safety under its property names. */
export function tellSettings(parameter: Parameter): Told {
  const read = readSafetySettings(parameter)
  if (!read?.ok) return {}
  const told = read.value
  switch (told.name) {
    case 'adasSettings':
      return { ...tellCamera(told.value), ...tellAdas(told.value) }
    case 'dsmSettings':
      return { ...tellCamera(told.value), ...tellDsm(told.value) }
    case 'tpmsSettings':
      return tellTpms(told.value)
    case 'bsdSettings':
      return {
        RearApproachAlarmTimeThreshold: told.value.behindS,
        LateralRearApproachAlarmTimeThreshold: told.value.besideBehindS,
      }
  }
}

function tellCamera(camera: SafetyCamera): Told {
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

function tellAdas(settings: AdasSettings): Told {
  return {
    Placeholder1: settings.reserved,
    DistanceThresholdObstacleAlarm: settings.obstacle.nearerThanDs,
    ...tell(
      settings.obstacle,
      'HierarchicalSpeedThresholdObstacleAlarm',
      'VideoRecordingTimeBeforeAndAfterObstacleAlarm',
      'BarrierAlarmPhotographs',
      'ObstacleAlarmInterval',
    ),
    FrequentChannelChangeAlarmJudgmentTimePeriod: settings.laneChanges.withinS,
    FrequentAlarmJudgmentNumberChannelChange: settings.laneChanges.count,
    ...tell(
      settings.laneChanges,
      'HierarchicalSpeedThresholdFrequentChannelChangeAlarm',
      'VideoRecordingTimeBeforeAndAfterFrequentLaneChangeAlarm',
      'FrequentChannelChangeAlarmPhotos',
      'FrequentLaneChangeAlarmInterval',
    ),
    ...tell(
      settings.laneDeparture,
      'GradedSpeedThresholdLaneDepartureAlarm',
      'VideoRecordingTimeBeforeAndAfterLaneDepartureAlarm',
      'LaneDepartureAlarmPhoto',
      'LaneDepartureAlarmPhotoInterval',
    ),
    ForwardCollisionWarningTimeThreshold: settings.forwardCollision.nearerThanDs,
    ...tell(
      settings.forwardCollision,
      'HierarchicalSpeedThresholdForwardCollisionWarning',
      'VideoRecordingTimeBeforeAndAfterForwardCollisionAlarm',
      'ForwardCollisionAlarmPhotographs',
      'ForwardCollisionAlarmInterval',
    ),
    PedestrianCollisionAlarmTimeThreshold: settings.pedestrian.nearerThanDs,
    ...tell(
      settings.pedestrian,
      'PedestrianCollisionAlarmEnablingSpeedThreshold',
      'VideoRecordingTimeBeforeAndAfterPedestrianCollisionAlarm',
      'PedestrianCollisionAlarmPhotos',
      'PedestrianCollisionAlarmInterval',
    ),
    VehicleDistanceMonitoringAlarmDistanceThreshold: settings.headway.nearerThanDs,
    ...tell(
      settings.headway,
      'VehicleDistanceMonitoringAndAlarmClassificationSpeedThreshold',
      'VideoRecordingTimeBeforeAndAfterAlarmVehicleProximity',
      'AlarmPhotoVehicleCloseDistance',
      'AlarmPhotoVehicleCloseDistanceInterval',
    ),
    RoadSignRecognitionPhotographs: settings.roadSign.photos,
    RoadSignRecognitionPhotographsInterval: settings.roadSign.photoIntervalDs,
    ...(settings.guangdong && {
      ...tellAlarm(settings.guangdong.solidLine, 'SolidLineChangeLanesAlarm'),
      ...tellAlarm(settings.guangdong.fullAisle, 'CarriageAislePassengerDetectionAlarm'),
    }),
  }
}

function tellDsm(settings: DsmSettings): Told {
  return {
    TimeIntervalSmokingAlarmJudgment: settings.smokingWithinS,
    CallAlarmDetermineTimeInterval: settings.phoneWithinS,
    ...tell(
      settings.fatigue,
      'GradedSpeedThresholdFatigueDrivingAlarm',
      'VideoRecordingTimeBeforeAndAfterFatigueDrivingAlarm',
      'FatigueDrivingAlarmPhotograph',
      'FatigueDrivingAlarmPhotographInterval',
    ),
    ...tell(
      settings.phone,
      'ClassifiedSpeedThresholdCallAlarm',
      'VideoRecordingTimeBeforeAndAfterCallAlarm',
      'CallAlarmTakePicturesDriverFacialFeatures',
      'CallAlarmTakePicturesDriverFacialFeaturesInterval',
    ),
    ...tell(
      settings.smoking,
      'ClassifiedSpeedThresholdSmokingAlarm',
      'VideoRecordingTimeBeforeAndAfterSmokingAlarm',
      'SmokingAlarmPhotographsDriverFaceCharacteristics',
      'SmokingAlarmPhotographsDriverFaceCharacteristicsInterval',
    ),
    ...tell(
      settings.distraction,
      'ClassifiedSpeedThresholdDistractedDrivingAlarm',
      'VideoRecordingTimeBeforeAndAfterDistractedDrivingAlarm',
      'DistractedDrivingAlarmPhotography',
      'DistractedDrivingAlarmPhotographyInterval',
    ),
    ...tell(
      settings.abnormal,
      'ClassifiedSpeedThresholdAbnormalDrivingBehavior',
      'VideoRecordingTimeAbnormalDrivingBehavior',
      'PhotographsAbnormalDrivingBehavior',
      'PictureIntervalAbnormalDrivingBehavior',
    ),
    DriverIdentificationTrigger: settings.identifyBy,
    ...(settings.form === 'long' && {
      ClassifiedSpeedThresholdCameraOcclusion: settings.coveredSecondLevelKmh,
      ...tellBehaviour(settings.seatBelt, 'NotBuckleUp'),
      ...tellBehaviour(settings.sunglasses, 'InfraredSunglassesBlockingFailure'),
      ...tellBehaviour(settings.handsOff, 'DoubleHanderOff'),
      ...tellBehaviour(settings.playing, 'PlayMobile'),
    }),
  }
}

function tellTpms(settings: TpmsSettings): Told {
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

function tellAlarm(evidence: GradedEvidence, name: string): Told {
  return tell(
    evidence,
    `${name}ClassificationSpeedThreshold`,
    `VideoRecordingTimeBeforeAndAfter${name}`,
    `${name}Photographs`,
    `${name}PhotoInterval`,
  )
}

function tellBehaviour(evidence: GradedEvidence, name: string): Told {
  return tell(
    evidence,
    `ClassifiedSpeedThreshold${name}`,
    `VideoRecordingTime${name}`,
    `Photographs${name}`,
    `PictureInterval${name}`,
  )
}

function tell(
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
