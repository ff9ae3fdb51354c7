/**
 * Checks the ranking against a file of test vectors (`docs/ranking.md` 11), the project's own without a name:
 *
 *     npm run ranking:vectors -- FILE
 *
 * Names each failing case with its differences; the last line counts. Exit code 1 when a case fails, when there is none and when the file
 * cannot be read.
 */
import { readFileSync } from 'node:fs'
import { readVectors, runCase } from '#features/leaderboard/testing/vectors.ts'

const SHOWN_DIFFERENCES = 5

const own = new URL('../src/features/leaderboard/fixtures/ranking-vectors.json', import.meta.url)

function main(path: string | URL): void {
  const file = readVectors(readFileSync(path, 'utf8'))
  let failed = 0
  for (const vector of file.cases) {
    const differences = runCase(file, vector)
    if (differences.length === 0) continue
    failed += 1
    console.log(`FAILED ${vector.name} (${vector.kind})`)
    for (const difference of differences.slice(0, SHOWN_DIFFERENCES)) console.log(`  ${difference}`)
    if (differences.length > SHOWN_DIFFERENCES) console.log(`  and ${differences.length - SHOWN_DIFFERENCES} more`)
  }
  console.log(`${file.cases.length - failed} passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
}

try {
  main(process.argv[2] ?? own)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  console.log('0 passed, 0 failed')
  process.exitCode = 1
}
