import { globSync, readFileSync, statSync } from 'node:fs'

/** The proof of the lines that begin so. */
type How =
  /** A test runs it: Node with these arguments, or another program. The output has these words. */
  | { runs: readonly [program: string, ...given: string[]]; says: RegExp }
  /** This test or script runs it, or all that it does: `word` stands there. */
  | { in: string; word: string }
  /** Nothing runs it, for this reason, which stands in decision 067 too. */
  | { not: string }

const needsDocker = {
  not: 'needs Docker and a registry of images; its services are compared with compose.yaml',
}
const ofTests = { not: 'runs the tests themselves' }
const ofCheck = { in: '.ci/run', word: 'npm run check' }
const ofShell = { not: 'a word of the shell: the syntax of its block is checked' }
const changesMachine = { not: 'installs or starts programs of the machine' }

/** The first that fits counts. */
export const documented: readonly (readonly [begins: RegExp, how: How])[] = [
  [/^npm audit signatures/, { not: 'asks a host besides the registry for its keys' }],
  [/^npm ci --dry-run/, { not: 'asks the registry about every package' }],
  [/^npm ci\b/, { in: '.ci/run', word: 'npm ci' }],
  [/^npm (?:test|run test:slow|run test:topologies|run looks)\b|^npx vitest\b/, ofTests],
  [/^npm run check:words/, ofCheck],
  [/^npm run check:floors/, ofCheck],
  [/^npm run (?:check|typecheck)$/, ofCheck],
  [/^npm run build/, { in: 'scripts/test.ts', word: "'build'" }],
  [/^npm run names/, { runs: ['node', 'scripts/list-names.ts', 'ranking'], says: /^rankingOf\t|^ranking\S*\t/m }],
  [/^npm run schema:write/, { in: 'src/server/database/schema.test.ts', word: 'describeSchema' }],
  [
    /^npm run ranking:vectors/,
    {
      runs: ['node', 'scripts/ranking-vectors.ts'],
      says: /^[1-9]\d* passed, 0 failed$/m,
    },
  ],
  [/^npm run backup -- --new-key/, { runs: ['node', 'scripts/backup.ts', '--new-key'], says: /AGE-SECRET-KEY-/ }],
  [/^npm run backup/, { in: 'scripts/backup.slow.test.ts', word: 'scripts/backup.ts' }],
  [/^npm run restore/, { in: 'scripts/backup.slow.test.ts', word: 'scripts/restore.ts' }],
  [/^npm run rotate-key/, { in: 'src/guards/sealed.test.ts', word: 'rotate' }],
  [/^npm run replay/, { in: 'e2e/ranking.spec.ts', word: 'scripts/replay.ts' }],
  [/^npm run seed/, { in: 'scripts/seed/seed.test.ts', word: 'seedTraders' }],
  [/^npm run demo|^npm run dev -- --demo/, { in: 'e2e/shared-demo.ts', word: 'startDemo' }],
  [/^npm start/, { in: 'src/guards/running/restart.slow.test.ts', word: 'scripts/start.mjs' }],
  [/^npm run dev/, { in: 'src/guards/running/restart.slow.test.ts', word: "['--dev']" }],
  [/^npm run pictures/, { not: 'takes pictures of a whole demonstration, for minutes' }],
  [/^npm run forge/, { in: 'src/guards/running/measurements.slow.test.ts', word: "'forge/run.ts'" }],
  [/^npm run bench/, { in: 'src/guards/running/measurements.slow.test.ts', word: "'bench/run.ts', 'first-view'" }],
  [/^npm run pin-images/, { not: 'asks the registries of images' }],
  [/^node scripts\/static-pages/, { in: 'src/features/legal/static-pages.test.ts', word: 'static-pages.css' }],
  [
    /^node_modules\/.bin\/node scripts\/simulate-scale/,
    { runs: ['node', 'scripts/simulate-scale.ts', '--syncNode=240'], says: /10[.,]000[.,]000/ },
  ],
  [
    /^node_modules\/.bin\/node --max-semi-space-size=32 src\/main/,
    { in: 'deploy/toptrader@.service', word: 'src/main.ts' },
  ],
  [/^docker compose exec alertmanager amtool/, needsDocker],
  [/^docker (?:compose|image|inspect)\b/, needsDocker],
  [/^deploy\/make-secrets/, { in: 'src/guards/running/deployment.test.ts', word: "run('make-secrets')" }],
  [/^deploy\/roll/, { in: 'src/guards/running/deployment.test.ts', word: "run('roll'" }],
  [/^deploy\/make-alerting/, { in: 'src/guards/running/alerting.slow.test.ts', word: 'make-alerting' }],
  [/^deploy\/production-sources/, { in: 'src/guards/running/image.test.ts', word: 'deploy/production-sources' }],
  [/^deploy\/rehearse-point-in-time/, { not: 'needs pgBackRest on a machine with PostgreSQL' }],
  [/^promtool test/, { in: 'src/guards/running/alert-rules.slow.test.ts', word: "'test'" }],
  [/^haproxy /, { in: 'src/server/testing/haproxy.ts', word: "'haproxy'" }],
  [/^(?:age|zstd|tar) /, { in: 'src/features/system/server/backup/archive/standard-tools.test.ts', word: 'zstd' }],
  [/^openssl rand -base64 32/, { runs: ['openssl', 'rand', '-base64', '32'], says: /^[\w+/]{43}=$/m }],
  [/^openssl rand -hex 32/, { runs: ['openssl', 'rand', '-hex', '32'], says: /^[\da-f]{64}$/m }],
  [/^(?:shasum|certutil) /, { not: 'is for the machine of a trader' }],
  [/^(?:rsync|ssh) /, { not: 'needs a second machine' }],
  [/^git (?:clone|pull)/, { not: 'needs the place of the repository' }],
  [/^(?:apt-get|systemctl) /, changesMachine],
  [/^(?:set|umask|cd|mv|cat|cp|chmod|echo|date) /, ofShell],
]

const programs =
  /^(?:npm|npx|node|docker|psql|curl|wget|openssl|age|zstd|tar|git|ssh|scp|rsync|systemctl|journalctl|service|haproxy|apt-get|promtool|amtool|certutil|shasum|sha256sum|pg_dump|pg_restore|createdb|kill|crontab|deploy\/[a-z-]+|node_modules\/\.bin\/\w+)$/

export interface Line {
  page: string
  line: string
}

const pages = globSync('{README.md,CONTRIBUTING.md,docs/**/*.md}')
const code = pages.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/```(?<kind>\w*)\n(?<block>[\s\S]*?)```|`(?<inline>[^`\n]+)`/g)].map(
    ({ groups = {} }) => ({ page, ...groups }) as { page: string; kind?: string; block?: string; inline?: string },
  ),
)

/** Whole blocks for the shell, each without the indent of a list. */
export const scripts: readonly { page: string; script: string }[] = code
  .filter(({ kind }) => kind === 'sh')
  .map(({ page, block = '' }) => ({ page, script: block.replaceAll(/^ {1,5}/gm, '') }))

/** Each typed or scheduled command is a line, without the settings before it. */
export const lines: readonly Line[] = [
  ...scripts.flatMap(({ page, script }) => ofScript(script).map((line) => ({ page, line }))),
  ...code.flatMap(({ page, kind, block, inline }) => {
    const texts = kind === '' && block !== undefined ? block.split('\n') : inline === undefined ? [] : [inline]
    return texts
      .flatMap(parts)
      .filter((line) => (programs.test(line.split(' ')[0] ?? '') && line.includes(' ')) || isProgram(line))
      .map((line) => ({ page, line }))
  }),
]

/** Without arguments a word is a command where it is a program of `deploy/`. */
function isProgram(word: string): boolean {
  return /^deploy\/[a-z-]+$/.test(word) && statSync(word).isFile()
}

function ofScript(script: string): string[] {
  const typed = script
    .replaceAll(/<<(\w+)\n[\s\S]*?\n\1\n/g, '\n')
    .replaceAll(/\\\n\s*/g, '')
    .replaceAll(/(?:^|\s{2,})#.*$/gm, '')
  return typed.split('\n').flatMap(parts)
}

/** The commands that `&&`, `|` and `;` join, but not inside quotes. */
function parts(line: string): string[] {
  return (line.match(/(?:'[^']*'|"[^"]*"|[^'"|;&]|(?<!&)&(?!&))+/g) ?? [])
    .map((part) =>
      part
        .trim()
        .replace(/^(?:[\d*,-]+ ){5}root /, '')
        .replace(/^(?:[A-Z_]+=\S* )+/, ''),
    )
    .filter((part) => part !== '')
}

/** SQL that an operator types: inline, in a block of its own, or given to psql. */
export const statements: readonly Line[] = code.flatMap(({ page, kind, block, inline }) => {
  const text = kind === 'sql' ? block : (/psql .*-c '([^']+)'/.exec(inline ?? block ?? '')?.[1] ?? inline)
  return (text ?? '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => /^(?:select [^`]*(?:from|\()|delete from \w+|update \w+ set) ?\S/.test(statement))
    .map((line) => ({ page, line }))
})
