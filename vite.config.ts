import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
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

/** Puts the viewer of the interface description, and its licence, beside `public/calls/viewer.js`. */
function copyViewer(folder: string): Plugin {
  return {
    name: 'copy-viewer',
    writeBundle() {
      mkdirSync(folder, { recursive: true })
      for (const [from, to] of [
        ['swagger-ui.css', 'swagger-ui.css'],
        ['swagger-ui-bundle.js', 'swagger-ui-bundle.js'],
        ['swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui-bundle.js.LICENSE.txt'],
        ['LICENSE', 'LICENSE.txt'],
        ['NOTICE', 'NOTICE.txt'],
      ] as const) {
        copyFileSync(join('node_modules/swagger-ui-dist', from), join(folder, to))
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

/** Puts `src/web/jsx-runtime.ts` in the place of React's. */
function directJsx(): Plugin {
  const own = fileURLToPath(new URL('src/web/jsx-runtime.ts', import.meta.url))
  return {
    name: 'direct-jsx',
    enforce: 'pre',
    apply: 'build',
    resolveId: (id, importer) => (id === 'react/jsx-runtime' && importer !== own ? own : null),
  }
}

// One file, both builds: `vite build` makes what the browser loads, `vite build --ssr` the renderer of public pages.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    leanPreload(),
    react(),
    tailwindcss(),
    ...(isSsrBuild ? [] : [directJsx(), copyViewer('dist/web/calls'), precompress('dist/web')]),
  ],
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
      // The names of what a chunk imports weigh on who imports it: the first view's small extras find theirs by themselves, and its own
      // files are there.
      resolveDependencies: (_, dependencies, { hostId }) =>
        /\bweb-[^/]*\.js$/.test(hostId)
          ? dependencies.filter((name) => name.endsWith('.css'))
          : dependencies.filter((name) => !/\bweb-[^/]*$/.test(name)),
    },
    rolldownOptions: isSsrBuild
      ? { input: 'src/site/web/document.tsx' }
      : {
          // The second belongs to the pages of a closed site, the third to a document that waits for its first use.
          input: ['src/web.tsx', 'src/web/closed/document.ts', 'src/web/first-use.ts'],
          // A read whose value is not used goes: no statement of ours reads a property for its effect.
          treeshake: { propertyReadSideEffects: false },
          output: {
            codeSplitting: {
              groups: [
                { name: firstView(), priority: 1, includeDependenciesRecursively: false },
                ...sharedParts,
                ...overlays,
              ],
            },
          },
        },
  },
}))

/** In how many chunks a module must be imported before it is joined, where two are not the right number. */
const shares: Record<string, number> = { parts: 3 }

/**
 * The small modules that several views share, joined by what they serve: each of them alone would be a request of its own. A module that
 * most views of a group leave unused, or that is large, stays apart. Their imports stay with the first view, which has them anyway.
 */
const sharedParts = Object.entries({
  forms:
    /@tanstack\/.*utation|shared\/text\/links|web\/(?:error-text|copy-text|screen-texts|storage\/tab-storage|hooks\/useAction|ui\/(?:ActionError|MarkedText|lazyWithRetry|forms\/Field|dialogs\/(?:LazyConfirmDialog|DialogForm)))\.tsx?|shared\/(?:field-texts|countries)\.ts|features\/auth\/texts/,
  checks: /react-hook-form|ui\/forms\/(?:lazyResolver|showFieldErrors)|NewPasswordField/,
  payments:
    /features\/payments\/(?:rules|addresses|web\/(?:texts|order-labels|last-order|own\/retry|order\/Rows|subscribe\/expected-end|useCoinSymbol|invoice-window))\.|features\/subscriptions\/rules|shared\/format\/coin|features\/ea\/web\/Stepper|lucide-react.*\/(?:clock|lock|minus|loader-circle)\./,
  paying:
    /features\/payments\/web\/order\/(?:focus-title|ActivatedDialog|usePaymentWatch|checks|ChecksEnded|PaymentStates|order-state)/,
  showcases:
    /features\/showcases\/(?:texts|rules\/(?:visit-sources|excerpt|addresses)|web\/(?:Band|Picture|StatusBadge))\.|engraving\/band\.ts|lucide-react.*\/(?:message-square[\w-]*|circle-dot|circle-play|chart-line|users)\./,
  traders:
    /ui\/(?:ShareButton|BrandIcon)|features\/traders\/web\/texts|features\/integrity\/(?:level-texts|match-lines)|features\/traders\/(?:compare-page|web\/(?:BackLink|head|marks\/(?:marks|store)|results\/Behind|chart\/(?:axis|geometry)))\.|score-texts|share-image\.ts|features\/(?:traders|leaderboard)\/web\/marks\/|hooks\/useStored|lucide-react.*\/(?:plus|store|user-x|shield-check)\./,
  figures:
    /features\/traders\/web\/(?:chart|score)\/|shared\/(?:rounding|score)\.ts|features\/leaderboard\/.*score\.ts/,
  account: /TradingAccountPanel|own-integrity/,
  writing:
    /features\/integrity\/(?:web\/)?[\w-]+\.|features\/showcases\/rules\/(?:content|fields|leaves|links|shape)\.|shared\/text\/(?:normalise-text|graphemes|marks)|CopyButton|ui\/upload\/(?:Dropzone|FileField|ImageField|PdfField|Sending|picture|running|transfer|use\w+)\.|shared\/files\.ts|useLeaveGuard|lucide-react.*\/(?:image-plus|undo-2|circle-dashed)\.|ui\/forms\/useFields|features\/account\/rules/,
  admin:
    /shared\/admin-pages|admin\/web\/users\/users\.|web\/send-idempotent|subscriptions\/LazyAssignDialog|features\/system\/web\/[\w-]+\.|admin\/web\/useRefresh|showcases\/web\/admin\/|contacts\/web\/admin\/inbox|hooks\/useInvalidate|web\/ui\/(?:list\/|CountBadge|dialogs\/useDouble)|hooks\/useDebounced|lucide-react.*\/(?:rotate-ccw|wrench|database)\.|shared\/(?:text\/)?(?:audit-actions|lasting-text)|features\/admin\/texts/,
  parts:
    /features\/showcases\/(?:labels|rules\/files)\.|features\/ea\/connection|node_modules\/lucide-react|guilloche|Guilloche|shared\/(?:dates|format\/spans)\.ts|features\/subscriptions\/(?:catalogue|plan-names|texts)|web\/(?:view-head|outside-link|ui\/(?:LevelBadge|later-icons|Panel|Badge|QueryError|figures\/Delta|forms\/Segmented))\.tsx?/,
}).map(([name, test]) => ({
  name,
  test,
  minShareCount: shares[name] ?? 2,
  includeDependenciesRecursively: false,
}))

/**
 * Dialogs share one file of their library, and choosers and menus another besides, in place of twenty small ones. Each takes with it what it
 * imports, so that neither waits for the other in a circle.
 */
const overlays = Object.entries({
  dialogs: /@base-ui\/react\/(?:dialog|alert-dialog|csp-provider)|ui\/dialogs\/ConfirmDialog/,
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
    if (found.size === 0) visit(fileURLToPath(new URL('src/web.tsx', import.meta.url)), modules)
    return found.has(id) ? 'first-view' : null
  }
}

interface Modules {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}
