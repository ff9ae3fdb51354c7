import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './scripts/chunks/groups.ts'

const compressible = /\.(?:js|css|svg|html|json|txt)$/

const compress = promisify(brotliCompress)
/** The viewer of the interface description is large and seldom read: the best quality would take a third of the build. */
const qualityOf = (name: string) => (name.startsWith('calls/') ? 9 : constants.BROTLI_MAX_QUALITY)

/** Writes FILE.br beside each text file of the build, so that nothing is compressed for a request. */
function precompress(folder: string): Plugin {
  async function compressFile(name: string): Promise<void> {
    const file = join(folder, name)
    if (!compressible.test(file) || statSync(file).size <= 1_000) return
    const params = { [constants.BROTLI_PARAM_QUALITY]: qualityOf(name) }
    writeFileSync(`${file}.br`, await compress(readFileSync(file), { params }))
  }
  return {
    name: 'precompress',
    // Vitest closes a bundle too, at the end of each run.
    apply: 'build',
    closeBundle: async () =>
      void (await Promise.all(readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(compressFile))),
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

/** Puts `src/web/ui/package-icon.ts` in the place of lucide-react's factory of icons. */
function leanIcons(): Plugin {
  return {
    name: 'lean-icons',
    enforce: 'pre',
    apply: 'build',
    load: (id) =>
      id.endsWith('lucide-react/dist/esm/createLucideIcon.mjs')
        ? { code: readFileSync('src/web/ui/package-icon.ts', 'utf8'), moduleType: 'ts' }
        : null,
  }
}

// One file, both builds: `vite build` makes what the browser loads, `vite build --ssr` the renderer of public pages.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    leanPreload(),
    leanIcons(),
    react(),
    tailwindcss(),
    ...(isSsrBuild ? [] : [directJsx(), copyViewer('dist/web/calls'), precompress('dist/web')]),
  ],
  publicDir: 'public',
  // The renderer carries its packages: the product runs without those of the screens. It is React's fast one, however the server is started.
  ...(isSsrBuild && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }),
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
          output: { codeSplitting: { groups: chunkGroups } },
        },
  },
}))
