import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where the path of a user other than root does not lead. */
const forAdmins = ['/usr/local/sbin', '/usr/sbin', '/sbin']

/** The path of an installed program; null without one. @param folders looked through after those of the path */
export function installedProgram(name: string, folders: readonly string[] = forAdmins): string | null {
  const all = [...(process.env['PATH'] ?? '').split(delimiter), ...folders]
  return all.map((folder) => join(folder, name)).find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
