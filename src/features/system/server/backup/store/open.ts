import { join } from 'node:path'
import type { Config } from '#server/settings/config.ts'
import { backupBucket } from './bucket.ts'
import { backupFolder } from './folder.ts'
import type { BackupStore } from './store.ts'

/** The backups of this installation: `DATA_DIR/backups`, or below `backups/` in the bucket that S3_BUCKET names. */
export function openBackupStore(config: Config): BackupStore {
  const folder = backupFolder(join(config.DATA_DIR, 'backups'))
  return config.S3_BUCKET === undefined ? folder : backupBucket(config, config.S3_BUCKET, folder)
}
