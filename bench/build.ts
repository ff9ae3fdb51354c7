import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { atEnd, bench, compare, record } from './frame/bench.ts'

/** Time of the build of the web part, against that of a page with react-dom alone in the same pair, and of the type check. */

const bars = { build: { most: 12 }, types: { most: 10 } }
const runs = 3

const project = fileURLToPath(new URL('..', import.meta.url))
const vite = join(project, 'node_modules', 'vite', 'bin', 'vite.js')
const run = promisify(execFile)

async function secondsOf(program: string, args: readonly string[]): Promise<number> {
  const began = performance.now()
  await run(program, args, { cwd: project })
  return (performance.now() - began) / 1000
}

await bench(async () => {
  // Inside the project: the page finds react-dom there.
  const folder = mkdtempSync(join(project, 'node_modules', '.bench-'))
  atEnd(() => rmSync(folder, { recursive: true }))
  const page = join(folder, 'page')
  mkdirSync(page)
  writeFileSync(join(page, 'index.html'), '<div id="app"></div><script type="module" src="/page.js"></script>')
  writeFileSync(
    join(page, 'page.js'),
    "import { createElement } from 'react'\nimport { createRoot } from 'react-dom/client'\ncreateRoot(document.getElementById('app')).render(createElement('p'))\n",
  )
  const build = (...args: string[]) => secondsOf(process.execPath, [vite, 'build', ...args])
  await compare(
    'build / that of a page with react-dom',
    { reference: () => build(page), ours: () => build('--outDir', join(folder, 'ours')) },
    { unit: 's', bar: bars.build, pairs: runs },
  )
  record('type check', await secondsOf('npm', ['run', '--silent', 'typecheck']), 's', bars.types)
})
