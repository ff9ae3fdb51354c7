import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

// The programs that measure, each with the least work that it takes: they run, and print what their documents promise.

const program = (file: string, ...given: string[]) =>
  new Promise<{ status: unknown; printed: string }>((resolve) => {
    execFile(process.execPath, [file, ...given], (error, stdout) => {
      resolve({ status: error === null ? 0 : error.code, printed: stdout })
    })
  })

test('npm run bench ends with one table of figures, bars and what was reached', async () => {
  const { status, printed } = await program('bench/run.ts', 'first-view')
  // A busy machine measures no differently here; a bar that is missed is another matter than a bench that does not run.
  expect([0, 1]).toContain(status)
  const table = printed.slice(printed.indexOf('| bench '))
  expect(table).toMatch(/^\| bench +\| figure +\| value +\| bar +\| +\|$/m)
  expect(
    table.match(/^\| first-view +\| [^|]+ \| [\d.,]+ \S+ +\| ≤ [\d.,]+ +\| (?:reached|missed ) \|$/gm),
  ).toHaveLength(7)
})

test('npm run bench names its benches where it is given another name', async () => {
  expect(await program('bench/run.ts', 'nessuno')).toEqual({ status: 2, printed: '' })
})

test('npm run forge compares a forged and an honest account with the truth', async () => {
  const { status, printed } = await program('forge/run.ts', '--seeds', '1', '--search', '0', '--workers', '1')
  expect(printed).toMatch(/^ok {3}.+ → .+ gain /m)
  expect(printed).toMatch(/^forged: 1 stories, 0 above the bar;/m)
  expect(printed).toMatch(/^honest: 1 stories, 0 held \(bar 0\)/m)
  expect(printed).toMatch(/^2 stories in \d+ s$/m)
  expect(status).toBe(0)
})
