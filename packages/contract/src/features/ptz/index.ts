export { moveCameraSchema, ptzPath } from './ptz.http.ts'
export {
  decodeMoveCamera,
  encodeMoveCamera,
  MOVE_CAMERA,
  PTZ_LIMIT_MS,
  type PtzWord,
  ptzAccess,
  ptzWords,
} from './ptz.vcp.ts'
