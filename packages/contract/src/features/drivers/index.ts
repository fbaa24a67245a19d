export {
  type DriverInfo,
  type DriverSave,
  driverInfoAccess,
  driverInfoPath,
  driverInfoSchema,
  driverInfosSchema,
  driverSaveAccess,
  driverSaveSchema,
  PHONE_MAX,
} from './drivers.http.ts'
