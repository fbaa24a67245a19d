export { type AdtsFrame, adtsFrames, audioSpecificConfig, isAdts } from './adts.ts'
export { nalUnits, scanNalUnits, toAnnexB } from './annex-b.ts'
export { type AudioDecoder, audioDecoder, audioDurationMs, type G726Setting } from './audio.ts'
export { type AudioEncoder, audioEncoder, ENCODED_SAMPLES_STEP } from './audio-encoder.ts'
export { addChipHeader, hasChipHeader, stripChipHeader } from './chip-header.ts'
export { decodeALaw, decodeMuLaw, encodeALaw, encodeMuLaw } from './g711.ts'
export { type G726Bits, G726Decoder, G726Encoder, type G726Packing, g726BitsOf } from './g726.ts'
export { G726Rate } from './g726-rate.ts'
export { decodeIma, encodeIma, type ImaBlock, type ImaState } from './ima-adpcm.ts'
export { AudioPacker } from './mp4/audio-packer.ts'
export { type AudioSample, type FragmentSamples, FragmentWriter, type VideoSample } from './mp4/fragment-writer.ts'
export { initSegment } from './mp4/init-segment.ts'
export { layOutMp4File, type Mp4Layout, type Mp4Piece } from './mp4/mp4-layout.ts'
export { type Mp4File, type Mp4Sample, readMp4File } from './mp4/mp4-reader.ts'
export type { Mp4Range, Mp4Source } from './mp4/mp4-samples.ts'
export type { Mp4Audio, Mp4Tracks } from './mp4/mp4-types.ts'
export { type RecordingInit, readInit } from './mp4/recording-init.ts'
export {
  type FragmentReading,
  type RecordedFragment,
  type RecordedSample,
  type Recording,
  readFragment,
  readRecording,
  sampleToAnnexB,
} from './mp4/recording-reader.ts'
export { type AccessUnit, isKeyFrame, type NoPicture, ParameterSets } from './parameter-sets.ts'
export { readSendTime, readUserDataSei, sendTimeSei, userDataSei, withUnitBeforePicture } from './sei.ts'
export { parseSps, videoCodecOf } from './video-format.ts'
export type { VideoCodec, VideoConfig, VideoFormat } from './video-types.ts'
