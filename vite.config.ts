import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const compressible = /\.(?:js|css|svg|html|json|txt)$/

/** Writes FILE.br beside each text file of the build, so that nothing is compressed for a request. */
function precompress(folder: string): Plugin {
  return {
    name: 'precompress',
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const file = join(folder, name)
        if (compressible.test(file) && statSync(file).size > 1_000) {
          writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
        }
      }
    },
  }
}

/** Puts `src/web/preload.ts` in the place of the build's own helper. */
function leanPreload(): Plugin {
  return {
    name: 'lean-preload',
    enforce: 'pre',
    load: (id) =>
      id.endsWith('vite/preload-helper.js')
        ? { code: readFileSync('src/web/preload.ts', 'utf8'), moduleType: 'ts' }
        : null,
  }
}

// One file, both builds: `vite build` makes what the browser loads, `vite build --ssr` the renderer of public pages.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [leanPreload(), react(), tailwindcss(), ...(isSsrBuild ? [] : [precompress('dist/web')])],
  publicDir: 'public',
  // The renderer carries its packages: the product runs without those of the screens.
  ...(isSsrBuild && { ssr: { noExternal: true as const } }),
  build: {
    manifest: !isSsrBuild,
    // The licences of the libraries that the browser loads, beside them.
    license: isSsrBuild ? false : { fileName: 'licenses.md' },
    ssr: isSsrBuild === true,
    copyPublicDir: !isSsrBuild,
    outDir: isSsrBuild ? 'dist/ssr' : 'dist/web',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The names of what a chunk imports weigh on who imports it: the first view's small extras find theirs by themselves.
      resolveDependencies: (_, dependencies, { hostId }) =>
        /\bweb-[^/]*\.js$/.test(hostId) ? dependencies.filter((name) => name.endsWith('.css')) : dependencies,
    },
    rolldownOptions: isSsrBuild
      ? { input: 'src/site/web/document.tsx' }
      : {
          // The second belongs to the pages of a closed site.
          input: ['src/web.tsx', 'src/web/closed/document.ts'],
          output: {
            codeSplitting: {
              groups: [
                { name: firstView(), priority: 1, includeDependenciesRecursively: false },
                // Icons and small modules that at least three screens share: each of them alone would be a chunk of its own.
                {
                  name: 'parts',
                  test: /node_modules\/lucide-react|src\/shared\/dates\.ts|src\/web\/(?:outside-link|ui\/LevelBadge|ui\/Panel|ui\/Badge|ui\/figures\/Delta)\.tsx?/,
                  minShareCount: 3,
                  // Their imports stay with the first view, which has them anyway.
                  includeDependenciesRecursively: false,
                },
                // The engraving and what draws it: never one without the other.
                { name: 'guilloche', test: /guilloche\.ts|Guilloche\.tsx/, includeDependenciesRecursively: false },
              ],
            },
          },
        },
  },
}))

interface Modules {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

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
    if (found.size === 0) visit(fileURLToPath(new URL('src/web.tsx', import.meta.url)), modules)
    return found.has(id) ? 'first-view' : null
  }
}
