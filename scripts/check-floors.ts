import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Checks the imports of `src/` against the floors of `docs/architecture.md`: an import leads down, or stays in its own folder. Types count.
 * Features of one floor may import each other in one direction. Only a feature itself and the roots, on the first floor, import its
 * queries and routes. Tests are left out: they may import anything.
 */

/** `| 3 | showcases |` in the table under "Floors". The first floor is the top one. */
export function floorsOf(document: string): string[][] {
  const section = /\n## Floors\n(.*?)(?=\n## |$)/s.exec(document)?.[1] ?? ''
  return [...section.matchAll(/^\| \d+ \| ([^|]+) \|/gm)].map(([, folders = '']) =>
    [...folders.matchAll(/`([^`]+)`/g)].map(([, folder = '']) => folder),
  )
}

/** Modules that a file imports, types included, as paths from the root of the repository. */
export function importsOf(file: string, source: string): string[] {
  const specifiers = source.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)'((?:\.{1,2}\/|#)[^']+\.tsx?)'/g)
  return [...specifiers].map(([, specifier = '']) =>
    specifier.startsWith('#') ? join('src', specifier.slice(1)) : join(dirname(file), specifier),
  )
}

/** The folder whose floor decides: a feature, a kernel, `site`, or `src` for the entry files. */
export function folderOf(file: string): string {
  const [, first = '', second = ''] = file.split('/')
  if (first === 'features') return second
  return first.includes('.') ? 'src' : first
}

/** One circle of imports as a list of files, the first again at the end; null where there is none. */
export function circleIn(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (node: string): string[] | null => {
    const start = path.indexOf(node)
    if (start >= 0) return [...path.slice(start), node]
    if (done.has(node)) return null
    path.push(node)
    for (const next of graph.get(node) ?? []) {
      const circle = visit(next)
      if (circle !== null) return circle
    }
    path.pop()
    done.add(node)
    return null
  }
  for (const node of graph.keys()) {
    const circle = visit(node)
    if (circle !== null) return circle
  }
  return null
}

/** True for a file that only its own feature and the roots import: SQL on its tables, and its routes. */
function isOwn(file: string): boolean {
  return /^src\/features\/.*\/server\/(?:.*[/-])?(?:queries|routes)\.ts$/.test(file)
}

/** The violations of the rule, a sentence each; empty where there is none. @param floors as `floorsOf` returns them */
export function floorViolations(
  sources: ReadonlyMap<string, string>,
  floors: readonly (readonly string[])[],
): string[] {
  const violations: string[] = []
  const floorOf = new Map(floors.flatMap((folders, floor) => folders.map((folder) => [folder, floor] as const)))
  const files = new Map<string, string[]>()
  const folders = new Map<string, Set<string>>()
  if (floors.length === 0 || floors.length > mostFloors) {
    violations.push(`${floors.length} floors are listed: from 1 to ${mostFloors} are allowed`)
  }
  for (const [file, source] of sources) {
    const from = folderOf(file)
    if (!floorOf.has(from)) violations.push(`${file}: ${from} stands on no floor of docs/architecture.md`)
    const imports = importsOf(file, source).filter((target) => target.startsWith('src/'))
    files.set(file, imports)
    for (const target of imports) {
      const to = folderOf(target)
      if (from === to) continue
      if (isOwn(target) && floorOf.get(from) !== 0) violations.push(`${file} imports ${target}: only ${to} itself may`)
      folders.set(from, (folders.get(from) ?? new Set()).add(to))
      if ((floorOf.get(to) ?? -1) < (floorOf.get(from) ?? 0)) {
        violations.push(`${file} imports ${target}: from floor ${from} up to ${to}`)
      }
    }
  }
  const between = circleIn(new Map([...folders].map(([folder, targets]) => [folder, [...targets]])))
  if (between !== null) violations.push(`folders import each other in a circle: ${between.join(' → ')}`)
  const among = circleIn(files)
  if (among !== null) violations.push(`files import each other in a circle: ${among.join(' → ')}`)
  return violations
}

const mostFloors = 14

if (import.meta.main) {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$|\/testing\/|^src\/guards\//.test(file))
  const sources = new Map(files.toSorted().map((file) => [file, readFileSync(file, 'utf8')]))
  const floors = floorsOf(readFileSync('docs/architecture.md', 'utf8'))
  const violations = floorViolations(sources, floors)
  for (const violation of violations) console.error(violation)
  if (violations.length > 0) process.exit(1)
  console.log(
    `${sources.size} files on ${floors.length} floors: every import leads down, no circle, no feature uses another's queries or routes.`,
  )
}
