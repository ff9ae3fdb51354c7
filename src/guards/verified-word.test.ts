import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Only an account with proven ownership is called verified; nothing is called certified. `docs/integrity.md`, levels.

const files = globSync(['src/**/*.{ts,tsx}', 'scripts/*.ts', 'docs/guida-trader.md', 'package.json']).filter(
  (file) => !/\.test\.tsx?$|\/(?:testing|fixtures)\/|^src\/guards\//.test(file),
)

/** Files whose texts say it of an account without a level, or from proven ownership on. */
const ofAccounts: Record<string, string> = {
  'src/shared/levels.ts': 'L0',
  'src/features/integrity/level-texts.ts': 'L0',
  'src/features/leaderboard/web/groups.ts': 'L0',
  'src/features/traders/web/texts.ts': 'L0',
  'src/features/traders/web/ProfileCover.tsx': 'from L2 on',
  'src/features/traders/web/ProfileFigures.tsx': 'the specification’s button of a drawdown without an outside page',
  'src/features/legal/risk.ts': 'explains the word',
}

/** Texts about a message, a payment, a backup, a name or an error. */
const ofOtherThings =
  /^(?:src\/features\/(?:payments|system|contacts|auth)\/|src\/features\/admin\/audit-details\.ts|src\/features\/legal\/privacy\.ts|src\/shared\/(?:audit-actions|errors)\.ts|scripts\/backup\.ts)/

const linesWith = (pattern: RegExp, among: readonly string[] = files) =>
  among.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim().slice(0, 160)}`),
  )

test('nothing is called certified', () => {
  expect(linesWith(/\bcertific(?:a|ano|at[oai])\b/i)).toEqual([])
})

test('an account is called verified from proven ownership on, and nowhere else', () => {
  const verified = /\bverificat[oaie]\b/i
  expect(
    linesWith(
      verified,
      files.filter((file) => !(file in ofAccounts) && !ofOtherThings.test(file)),
    ),
  ).toEqual([])
  // An exception without such a text goes.
  expect(Object.keys(ofAccounts).filter((file) => linesWith(verified, [file]).length === 0)).toEqual([])
})
