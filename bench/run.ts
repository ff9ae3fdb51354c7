import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { lineOf, type Result } from './frame/bench.ts'

/**
 * Runs the named benches, or all of them, one after the other. Goes on after a miss, and ends with one table, in Markdown. Arguments that begin with
 * `--` go to each bench. Exits with 1 where a bar is missed or a bench fails.
 * npm run bench -- [NAME...] [--OPTION=VALUE...]
 */

const folder = new URL('.', import.meta.url)
const all = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => basename(file, '.ts'))
const options = process.argv.slice(2).filter((argument) => argument.startsWith('-'))
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const unknown = named.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(', ')}. There are: ${all.join(', ')}.`)
  process.exit(2)
}

let interrupted = false
const table: string[][] = []
for (const name of named.length > 0 ? named : all) {
  if (interrupted) break
  console.log(`\n== ${name}`)
  const began = performance.now()
  const child = fork(new URL(`${name}.ts`, folder), options)
  const interrupt = (signal: NodeJS.Signals) => {
    interrupted = true
    child.kill(signal)
  }
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  let result: Result = { figures: [], failure: 'ended early' }
  child.on('message', (message) => (result = message as Result))
  const [status] = (await once(child, 'exit')) as [number | null]
  process.removeListener('SIGINT', interrupt).removeListener('SIGTERM', interrupt)
  for (const figure of result.figures) table.push([name, ...lineOf(figure)])
  if (result.failure !== null) table.push([name, result.failure, '', '', 'missed'])
  if (status !== 0) process.exitCode = 1
  console.log(`${((performance.now() - began) / 1000).toFixed(0)} s`)
}
if (interrupted) process.exitCode = 130

const rows = [['bench', 'figure', 'value', 'bar', ''], ...table]
const widths = [0, 1, 2, 3, 4].map((column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)))
const cells = rows.map((row) => widths.map((width, column) => (row[column] ?? '').padEnd(width)))
cells.splice(
  1,
  0,
  widths.map((width) => '-'.repeat(width)),
)
console.log()
for (const row of cells) console.log(`| ${row.join(' | ')} |`)
