import { globSync, readFileSync } from 'node:fs'

type Names = Readonly<Record<string, string>>

export interface LockedPackage {
  version: string
  license?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
  /** Where it can be installed; anywhere without. */
  os?: string | readonly string[]
  cpu?: string | readonly string[]
  libc?: string | readonly string[]
  dependencies?: Names
  optionalDependencies?: Names
  peerDependencies?: Names
  peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>
}

/** Names as npm spells them. */
interface Platform {
  os: string
  cpu: string
  libc: string
}

/** The platform of the image (`Dockerfile`). */
export const imagePlatform: Platform = { os: 'linux', cpu: 'x64', libc: 'glibc' }

export function packageNames(): { dependencies: Names; optionalDependencies: Names; devDependencies: Names } {
  return JSON.parse(readFileSync('package.json', 'utf8')) as ReturnType<typeof packageNames>
}

/** The packages of the lock by their paths, the project itself left out. */
export function lockedPackages(): Record<string, LockedPackage> {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const { '': _project, ...locked } = packages
  return locked
}

/** The server needs it on every platform. */
export const isOnEveryServer = ({ dev, optional, devOptional }: LockedPackage): boolean =>
  !dev && !optional && !devOptional

/** `node_modules/a/node_modules/@b/c` is `@b/c`. */
export const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? path

/** Paths of what `npm prune --omit=dev` leaves: also packages of this platform, and optional ones. */
export function serverPackages(platform: Platform): Set<string> {
  const { dependencies, optionalDependencies } = packageNames()
  return withNeeds([...Object.keys(dependencies), ...Object.keys(optionalDependencies)], platform)
}

/** Names of the packages that the screens import; the build puts them into the pages. */
export function screenPackages(): string[] {
  const screens = globSync('src/**/*.{ts,tsx,css}', { exclude: ['**/*.test.*', '**/testing/**', '**/server/**'] })
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  return Object.keys(packageNames().devDependencies).filter((name) =>
    new RegExp(`(?:from|import|import\\()\\s*['"]${name}(?:/[^'"]*)?['"]`).test(screens),
  )
}

/** Names of the packages whose files the build copies unchanged. */
export function copiedPackages(): string[] {
  return [...readFileSync('vite.config.ts', 'utf8').matchAll(/node_modules\/([\w-]+)'/g)].map(([, name = '']) => name)
}

/**
 * Paths of all that the image installs and its pages carry. Fonts and flags were cut from packages once and are committed: the lock does
 * not say from which version.
 */
export function shippedPackages(): Set<string> {
  const screens = withNeeds(screenPackages(), imagePlatform)
  const copied = copiedPackages().map((name) => `node_modules/${name}`)
  return new Set([...serverPackages(imagePlatform), ...screens, ...copied].toSorted())
}

/** Paths of packages of the project, and of all that they need on a platform. */
function withNeeds(names: readonly string[], { os, cpu, libc }: Platform): Set<string> {
  const locked = lockedPackages()
  const found = new Set<string>()
  const visit = (path: string | undefined) => {
    const entry = path === undefined ? undefined : locked[path]
    if (path === undefined || entry === undefined || found.has(path)) return
    if (!allows(entry.os, os) || !allows(entry.cpu, cpu) || !allows(entry.libc, libc)) return
    found.add(path)
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      visit(installedFor(path, name, locked))
    }
    for (const name of Object.keys(entry.peerDependencies ?? {})) {
      const peer = installedFor(path, name, locked)
      const isOptional = entry.peerDependenciesMeta?.[name]?.optional === true
      // npm keeps an optional one that is there; types for tools are not.
      if (peer !== undefined && !(isOptional && locked[peer]?.dev)) visit(peer)
    }
  }
  for (const name of names) visit(`node_modules/${name}`)
  return found
}

const allows = (listed: string | readonly string[] | undefined, value: string): boolean =>
  listed === undefined || [listed].flat().includes(value)

/** The path at which Node finds a package from another one. */
function installedFor(path: string, name: string, locked: Readonly<Record<string, LockedPackage>>): string | undefined {
  const folders = path.split('/node_modules/').map((_, at, parts) => parts.slice(0, at + 1).join('/node_modules/'))
  return [...folders.toReversed().map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`].find(
    (candidate) => candidate in locked,
  )
}
