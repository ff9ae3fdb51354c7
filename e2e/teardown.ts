import { removeDataFolder } from '../src/server/embedded-postgres-place.ts'

/** The server has stopped by now, and its database with it. */
export default function removeData(): void {
  const folder = process.env['E2E_DATA_DIR']
  if (folder !== undefined) removeDataFolder(folder)
}
