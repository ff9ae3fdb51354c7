import { fileURLToPath } from 'node:url'
import { sharedParts, type Part } from './shared-parts.ts'

/** A path from `src/` or from `node_modules/`. */
const placeOf = (id: string) =>
  /\/(?:src|node_modules)\/(?!.*\/node_modules\/)(.*)$/.exec(id.replaceAll('\\', '/'))?.[1] ?? ''

const iconFile = (name: string) => `lucide-react/dist/esm/icons/${name}.mjs`

function holds({ modules, icons = [], packages = [] }: Part): (id: string) => boolean {
  const files = new Set([...modules, ...packages, ...icons.map(iconFile)])
  const folders = modules.filter((name) => name.endsWith('/'))
  return (id) => {
    const place = placeOf(id)
    const isNamed = files.has(place) || files.has(place.replace(/\.tsx?$/, ''))
    return isNamed || folders.some((folder) => place.startsWith(folder))
  }
}

const parts = sharedParts.map((part) => ({
  name: part.name,
  test: holds(part),
  minShareCount: part.minShareCount ?? 2,
  includeDependenciesRecursively: false,
}))

/**
 * Dialogs share one file of their library, and choosers and menus another besides, in place of twenty small ones. Each takes with it what it
 * imports, so that neither waits for the other in a circle.
 */
const overlays = Object.entries({
  dialogs: /@base-ui\/react\/(?:dialog|alert-dialog|csp-provider)|ui\/dialogs\/(?:ConfirmDialog|DialogForm)/,
  popups: /node_modules\/(?:@base-ui|@floating-ui)/,
}).map(([name, test]) => ({ name, test, minShareCount: 2 }))

/**
 * The one chunk of everything that src/web.tsx imports: more small ones compress worse and cost requests. The index of the query library
 * imports more than is used: endless lists and mutations stay out, since only later screens use them.
 */
function firstView(): (id: string, modules: Modules) => string | null {
  const library =
    /node_modules\/(?:react|react-dom|scheduler|@tanstack)\/(?!.*(?:infiniteQueryObserver|useInfinite|mutationObserver|useMutation))/
  const own = /rolldown.runtime|preload-helper|\/src\//
  const found = new Set<string>()
  const visit = (id: string, modules: Modules) => {
    if (found.has(id) || !(own.test(id) || library.test(id))) return
    found.add(id)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) visit(imported, modules)
  }
  return (id, modules) => {
    // By the first question every module is parsed.
    if (found.size === 0) visit(fileURLToPath(new URL('../../src/web.tsx', import.meta.url)), modules)
    return found.has(id) ? 'first-view' : null
  }
}

interface Modules {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/** First the first view: what it needs is in no other file. */
export const chunkGroups = [
  { name: firstView(), priority: 1, includeDependenciesRecursively: false },
  ...parts,
  ...overlays,
]
