import { rmSync } from 'node:fs'

/** The server has stopped by now, and its database with it. */
export default function removeData(): void {
  const folder = process.env['E2E_DATA_DIR']
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
}
