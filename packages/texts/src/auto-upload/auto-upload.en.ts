/** Auto-upload search. */
export const autoUploadTexts = {
  'autoUpload.extension': 'File Extension',
  'autoUpload.allOrEnter': 'All or enter',
  'autoUpload.search': 'Search',
  'autoUpload.start': 'No search yet',
  'autoUpload.startHint': 'Choose the first and the last day, then press Search.',
  'autoUpload.serialNo': 'Serial No',
  'autoUpload.fileName': 'File Name',
  'autoUpload.fileSize': 'File Size',
  'autoUpload.ext': 'Extension',
  'autoUpload.fileTime': 'File Time',
  'autoUpload.download': 'Download',
  'autoUpload.downloadFile': 'Download {{name}}',
} as const
