import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { joinedLines, type SourceLine } from '#features/ea/source.ts'
import { SourceError } from './tokens.ts'
import { translate, type Platform } from './translate.ts'

const advisors = fileURLToPath(new URL('..', import.meta.url))
const runtime = fileURLToPath(new URL('runtime', import.meta.url))
const build = fileURLToPath(new URL('build', import.meta.url))

/**
 * Warnings of MetaEditor are errors here: lossy conversions, names that hide others, values that are never set or used, comparisons of
 * signed and unsigned, operators whose order is easily mistaken.
 */
const flags =
  `-std=c++20 -O1 -fwrapv -fsigned-char -fmax-errors=60 -fdiagnostics-color=never -Wall -Wextra -Werror -Wconversion -Wsign-conversion
   -Warith-conversion -Wshadow -Wparentheses -Wno-unused-parameter -Wno-switch -Wno-implicit-fallthrough -Wno-missing-field-initializers
   -Wno-type-limits`.split(/\s+/)

/** The advisor of a platform as a program; compiled once for each state of sources and runtime. */
export async function compileAdvisor(platform: Platform): Promise<string> {
  return await compileSource(platform, (name) => readFileSync(`${advisors}/${name}`, 'utf8'))
}

/**
 * @param read text of a file in the advisors' folder: `TopTrader.mq5`, `include/NAME.mqh`
 * @returns path of the program
 * @throws an Error with file, line and reason for each error that translator or g++ found
 */
export async function compileSource(platform: Platform, read: (name: string) => string): Promise<string> {
  const main = platform === 'MT4' ? 'TopTrader.mq4' : 'TopTrader.mq5'
  const lines = joinedLines(read(main), (name) => read(`include/${name}.mqh`))
  const source = translated(lines, platform, main)
  const hash = createHash('sha256').update(`${flags.join()}\n${source}\n${runtimeText()}`).digest('hex').slice(0, 24)
  const program = `${build}/${hash}`
  const made = making.get(program) ?? once(program, () => make(source, program))
  making.set(program, made)
  await made
  return program
}

/** By program: those that this process has made or failed to make. */
const making = new Map<string, Promise<void>>()

async function make(source: string, program: string): Promise<void> {
  const draft = `${program}.${process.pid}`
  pruneOld()
  writeFileSync(`${draft}.cpp`, source)
  try {
    await compile([...flags, '-I', runtime, '-o', draft, `${draft}.cpp`])
    renameSync(draft, program)
  } finally {
    rmSync(`${draft}.cpp`, { force: true })
  }
}

function translated(lines: readonly SourceLine[], platform: Platform, main: string): string {
  try {
    return translate(lines, platform, 'ea', main)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    const place = lines[error.line]
    const file = place === undefined || place.include === '' ? main : `include/${place.include}.mqh`
    throw new Error(`ea/${file}:${place?.line ?? 1}: ${error.message}`, { cause: error })
  }
}

function runtimeText(): string {
  return readdirSync(runtime)
    .toSorted()
    .map((name) => readFileSync(`${runtime}/${name}`, 'utf8'))
    .join('\n')
}

/** Test files run side by side: one of them makes the program, the others wait for it. */
async function once(program: string, work: () => Promise<void>): Promise<void> {
  const lock = `${program}.lock`
  mkdirSync(build, { recursive: true })
  while (!existsSync(program)) {
    try {
      mkdirSync(lock)
    } catch {
      const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
      if (since !== undefined && Date.now() - since > 120_000) rmSync(lock, { recursive: true, force: true })
      await sleep(100)
      continue
    }
    try {
      if (!existsSync(program)) await work()
    } finally {
      rmSync(lock, { recursive: true, force: true })
    }
  }
}

/** Removes programs of outdated sources. */
function pruneOld(): void {
  for (const name of readdirSync(build)) {
    const age = Date.now() - (statSync(`${build}/${name}`, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > 7 * 86_400_000) rmSync(`${build}/${name}`, { recursive: true, force: true })
  }
}

function compile(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile('g++', args, { maxBuffer: 16 << 20 }, (error, _output, diagnostics) => {
      if (error === null) resolve()
      else if (error.code === 'ENOENT') {
        reject(new Error('g++ is needed to compile the advisors. Install it: apt-get install g++'))
      } else reject(new Error(diagnostics.slice(0, 20_000)))
    })
  })
}
