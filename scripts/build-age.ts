import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The files that the build is made of, or that configure it. */
const sources = [
  'src',
  'public',
  'scripts/chunks',
  'vite.config.ts',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
]
/** The file that the build writes last. */
const lastBuilt = 'dist/ssr/document.js'

/** A folder's own time tells of names that came or went. */
function pathsIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return [path, ...readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))]
}

/** Whether there is a build that is newer than each of its sources. @param root of the checkout */
export function isBuildCurrent(root = '.'): boolean {
  const at = (name: string) => join(root, name)
  if (!existsSync(at(lastBuilt)) || !existsSync(at('dist/web'))) return false
  const { mtimeMs: built } = statSync(at(lastBuilt))
  return sources.flatMap((name) => pathsIn(at(name))).every((path) => statSync(path).mtimeMs < built)
}
