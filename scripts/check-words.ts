import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

// Checks names, comments, test titles and documents against docs/glossary.md:
//   npm run check:words              the whole repository
//   npm run check:words -- FOLDER …  parts of it

/** Words that hide the standard term, and the term. Lower case; a name is cut into its words first. */
const instead = new Map<string, string>(
  Object.entries({
    told: 'reported, notified, distinguished',
    heard: 'received',
    judge: 'evaluate, classify, detect, review',
    judges: 'evaluates, classifies, detects, reviews',
    judged: 'evaluated, classified, detected, reviewed',
    judging: 'evaluating, classifying, detecting, reviewing',
    tend: 'run maintenance, reconcile',
    tends: 'runs maintenance, reconciles',
    forget: 'prune, clear, discard',
    forgets: 'prunes, clears, discards',
    forgotten: 'pruned, cleared, discarded',
    roster: 'in-memory index',
    keeper: 'cache, refresher',
    testimony: 'probe result',
    silence: 'outage, no answer',
    whoever: 'who, the person who',
    fault: 'error',
    faults: 'errors',
    trouble: 'problem',
    troubles: 'problems',
  }),
)

/** Words that mislead only as names: in a sentence they are plain English. */
const insteadInNames = new Map<string, string>(
  Object.entries({
    asked: 'requested, queried, confirmed',
    kept: 'stored, retained, cached',
    standing: 'status, placement',
    seen: 'observed, viewed',
    news: 'announcement, change',
    wish: 'request',
    nobody: 'no one as a value: anonymous, none',
    somebody: 'other, person',
  }),
)

/** Names of stored forms, and the files that may use them. */
const exceptions: readonly (readonly [name: string, files: RegExp, why: string])[] = [
  ['asked', /^src\/features\/ea\/rules\//, 'a key of the intake that accounts store as JSON'],
  [
    'asked',
    /^src\/features\/(?:payments|payments-sandbox|account)\//,
    'the column provider_payment.asked, and its field in calls',
  ],
  ['seen', /^src\/features\/payments\//, 'the field of a call that marks a payment as reviewed'],
  ['told', /^src\/features\/integrity\/rules\//, 'a key of the state that checks store as JSON'],
  [
    'seen',
    /^src\/features\/integrity\/(?:rules\/|server\/checks\/stored-positions)/,
    'a key of that state, and of stored evidence',
  ],
  ['seen', /^src\/features\/integrity\/web\/admin\/selection\./, 'a value of `sort` in the address of the cases'],
  ['forgetAt', /^src\//, 'the column forget_at'],
  ['faults', /^src\/server\/metrics\/self-checks/, 'the column self_check.faults'],
  ['faults', /^src\/guards\/metrics/, 'the metric self_check_faults'],
  ['standing', /^src\/features\/dashboard\//, 'the field standing of the dashboard’s answer'],
]

export interface Finding {
  readonly line: number
  readonly text: string
  readonly term: string
}

const comment = /^\s*(?:\/\/|\/\*\*?|\*(?!\/))\s?(.*?)(?:\*\/)?$|(?<=[\s,;{(])\/\/ (.*)$/
/** The title of a test, also after a table of `test.each` that ends in this line. */
const title = /(?:\b(?:describe|it|test)(?:\.\w+)*(?:\([^'"`]*\))?|^\s*\](?: as const)?\))\(\s*(['"`])(.*?)\1/
/** Beginnings of sentences that hide their subject. */
const hiddenSubject = /(?:^|[.:;!?] )(Of|What|Whatever|Whoever|Whose) \w+/

function isException(name: string, file: string): boolean {
  return exceptions.some(([one, files]) => one === name && files.test(file))
}

function wordsOf(text: string): string[] {
  return (
    text
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  )
}

function proseFindings(prose: string): { text: string; term: string }[] {
  const withoutCode = prose.replaceAll(/`[^`]*`/g, '')
  const found = (withoutCode.toLowerCase().match(/[a-z]+/g) ?? [])
    .filter((word) => instead.has(word))
    .map((word) => ({ text: word, term: instead.get(word) ?? '' }))
  const start = hiddenSubject.exec(withoutCode)
  if (start !== null && !withoutCode.includes('?')) found.push({ text: start[0], term: 'say the subject first' })
  return found
}

/** Findings of one file. @param file its path, whose own name counts as line 0 */
export function findWords(file: string, source: string): Finding[] {
  const findings: Finding[] = []
  const note = (line: number, found: readonly { text: string; term: string }[]): void => {
    findings.push(...found.map((one) => ({ line, ...one })))
  }
  const names = (text: string) =>
    (text.match(/[A-Za-z$][\w$]*/g) ?? [])
      .filter((name) => !name.includes('_') && !isException(name, file))
      .flatMap((name) =>
        wordsOf(name)
          .filter((word) => instead.has(word) || insteadInNames.has(word))
          .map((word) => ({ text: name, term: instead.get(word) ?? insteadInNames.get(word) ?? '' })),
      )
  note(0, names(file.split('/').at(-1) ?? ''))
  const isCode = !file.endsWith('.md')
  let isFenced = false
  for (const [index, line] of source.split('\n').entries()) {
    if (!isCode) {
      if (line.startsWith('```')) isFenced = !isFenced
      else if (!isFenced) note(index + 1, proseFindings(line.replace(/^[\s>*#|-]+/, '')))
      continue
    }
    const prose = comment.exec(line)
    const code = prose === null ? line : line.slice(0, prose.index)
    if (prose !== null) note(index + 1, proseFindings(prose[1] ?? prose[2] ?? ''))
    const named = title.exec(code)
    if (named !== null) note(index + 1, proseFindings((named[2] ?? '').replace(/^what(?:ever)?\b/, 'What')))
    note(index + 1, names(code.replaceAll(/'[^']*'|"[^"]*"|`[^`$]*`/g, "''")))
  }
  return findings
}

if (import.meta.main) {
  const folders = process.argv.slice(2)
  const files = execFileSync('git', ['ls-files', ...folders], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(?:tsx?|mjs|mq[h5]?|md)$/.test(file))
    .filter((file) => !/^docs\/decisions\/|fixtures\/|guida-trader|check-words|CHANGELOG|glossary/.test(file))
  let count = 0
  for (const file of files) {
    for (const { line, text, term } of findWords(file, readFileSync(file, 'utf8'))) {
      count += 1
      console.error(`${file}:${line} "${text}": ${term}`)
    }
  }
  console.error(count === 0 ? 'Words: all as the glossary says.' : `Words: ${count} to change.`)
  if (count > 0) process.exit(1)
}
