import type { Config } from '../../platform/server/config.ts'
import { folderStore } from './folder.ts'
import { s3Store } from './s3.ts'
import type { FileStore } from './store.ts'

/** The files of one purpose, such as `documents`: in the bucket that the configuration names, or else in a folder. */
export const fileStore = ({ filesDir, filesS3 }: Pick<Config, 'filesDir' | 'filesS3'>, purpose: string): FileStore =>
  filesS3 ? s3Store(filesS3, purpose) : folderStore(filesDir, purpose)
