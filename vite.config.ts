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
              groups: [{ name: firstView(), priority: 1, includeDependenciesRecursively: false }, ...sharedParts],
            },
          },
        },
  },
}))

/**
 * The small modules that several views share, joined by what they serve: each of them alone would be a request of its own. A module that
 * most views of a group leave unused, or that is large, stays apart. Their imports stay with the first view, which has them anyway.
 */
const sharedParts = Object.entries({
  forms:
    /@tanstack\/.*utation|web\/(?:error-text|copy-text|screen-texts|storage\/tab-storage|hooks\/useAction|ui\/(?:ActionError|MarkedText|lazyWithRetry|forms\/Field|dialogs\/LazyConfirmDialog))\.tsx?|shared\/(?:field-texts|countries)\.ts|features\/auth\/texts/,
  checks: /react-hook-form|ui\/forms\/(?:lazyResolver|showFieldErrors)|NewPasswordField/,
  content: /features\/showcases\/rules\/(?:content|fields|leaves|links|shape)\./,
  payments:
    /features\/payments\/(?:rules|addresses|web\/(?:texts|order-labels|last-order|own\/retry|order\/Rows))\.|features\/subscriptions\/rules|shared\/format\/coin/,
  showcases:
    /features\/showcases\/(?:texts|labels|rules\/(?:files|visit-sources|excerpt|addresses)|web\/(?:Band|Picture))\.|engraving\/band\.ts/,
  traders:
    /ui\/ShareButton|features\/integrity\/(?:level-texts|match-lines)|features\/traders\/(?:compare-page|web\/(?:BackLink|head|marks\/(?:marks|store)|results\/Behind|chart\/(?:axis|geometry)))\.|score-texts/,
  account: /ui\/BrandIcon|features\/ea\/(?:connection|web\/Stepper)|features\/traders\/web\/texts|TradingAccountPanel/,
  parts:
    /node_modules\/lucide-react|guilloche|Guilloche|shared\/(?:dates|format\/spans)\.ts|features\/subscriptions\/(?:catalogue|plan-names|texts)|web\/(?:view-head|outside-link|ui\/(?:LevelBadge|Panel|Badge|QueryError|figures\/Delta|forms\/Segmented))\.tsx?/,
}).map(([name, test]) => ({
  name,
  test,
  minShareCount: name === 'parts' ? 3 : 2,
  includeDependenciesRecursively: false,
}))

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

interface Modules {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}
