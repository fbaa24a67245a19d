export {
  AUTO_UPLOAD_NAME_MAX,
  type AutoUploadFile,
  autoUploadAccess,
  autoUploadFileAddress,
  autoUploadFilePath,
  autoUploadFileSchema,
  autoUploadFilesSchema,
  autoUploadLinkSchema,
  autoUploadPath,
  autoUploadQuerySchema,
} from './auto-upload.http.ts'
