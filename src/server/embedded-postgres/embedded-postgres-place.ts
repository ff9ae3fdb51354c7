import { createHash, randomUUID } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeDataFolder } from '../settings/data-folder.ts'
import { canEnter, databaseUser, makePrivateFolder, type DatabaseUser } from './embedded-postgres-binaries.ts'
import { StartupError } from '../settings/startup-error.ts'

/** Root's place for the database when PostgreSQL's user cannot reach DATA_DIR (a clone under /root). */
const systemFolder = '/var/lib/toptrader'
/** A unix socket's path has 103 bytes at most on macOS, 107 on Linux. */
const longestSocketPath = 103

/** The database's folder for a data folder, by its real path, and the user that owns it. */
export async function findHome(dataFolder: string): Promise<{ home: string; user: DatabaseUser }> {
  makeDataFolder(dataFolder)
  const home = join(dataFolder, 'postgres')
  const link = lstatSync(home, { throwIfNoEntry: false })
  const user = await databaseUser(home)
  if (!link && !(await canEnter(dataFolder, user))) {
    // Root's temporary folders are closed to other users; the private files in ours (key, cluster) are protected by themselves.
    if (await canEnter(dirname(dataFolder), user)) chmodSync(dataFolder, statSync(dataFolder).mode | 0o011)
    else linkElsewhere(home, user)
  }
  try {
    makePrivateFolder(home, user)
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartupError(
      `La cartella ${home} non è scrivibile da questo utente: avvia il programma come chi l’ha creata, o indica un’altra DATA_DIR.`,
      { cause: error },
    )
  }
  const real = realpathSync(home)
  if (!(await canEnter(real, user))) {
    throw new StartupError(
      `L’utente di PostgreSQL non può entrare in ${real}: indica una DATA_DIR che tutti possono attraversare.`,
    )
  }
  return { home: real, user }
}

/** A symbolic link shows the database's place; deleting the data folder still means a new database. */
function linkElsewhere(home: string, user: DatabaseUser): void {
  const elsewhere = join(systemFolder, randomUUID())
  mkdirSync(systemFolder, { recursive: true, mode: 0o755 })
  makePrivateFolder(elsewhere, user)
  symlinkSync(elsewhere, home)
}

/** Folder of the socket: the database's own, or a short one under the system's temporary folder. */
export function socketFolder(home: string, user: DatabaseUser): string {
  if (Buffer.byteLength(join(home, '.s.PGSQL.5432')) <= longestSocketPath) return home
  const short = join(
    realpathSync(tmpdir()),
    `toptrader-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`,
  )
  const found = lstatSync(short, { throwIfNoEntry: false })
  const owner = user?.uid ?? process.getuid?.()
  // Another user's folder under this name could give us a false database.
  if (found && (!found.isDirectory() || found.uid !== owner)) {
    throw new StartupError(
      `La cartella ${short} esiste già e non è del programma: rimuovila, o indica una DATA_DIR con un percorso più corto.`,
    )
  }
  makePrivateFolder(short, user)
  chmodSync(short, 0o700)
  return short
}

/** Removes the folders of `findHome`. For throw-away databases. */
export function removeDataFolder(dataFolder: string): void {
  const home = join(dataFolder, 'postgres')
  if (lstatSync(home, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const real = realpathSync(home)
    if (dirname(real) === systemFolder) rmSync(real, { recursive: true, force: true })
  }
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 3 })
}
