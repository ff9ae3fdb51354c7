import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { backupFolder, type BackupPlace } from './places.ts'

/** Where this installation keeps its backups. */
export function openPlace({ DATA_DIR }: Config): BackupPlace {
  return backupFolder(join(DATA_DIR, 'backups'))
}
