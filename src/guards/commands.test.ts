import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { variables } from '#server/settings/config.ts'

// A reader types the commands of the documents: each is there, and takes what the document gives it.

const run = promisify(execFile)
const documents = globSync('**/*.md', { exclude: ['node_modules/**', 'dist/**', 'data/**', 'test-results/**'] })
const scripts = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts
const programs = new Map(Object.entries(scripts))

/** `npm run NAME -- ARGUMENTS` and `node FILE ARGUMENTS`, up to the end of the code that holds them. */
const spelled =
  /\b(?:npm (?:run )?(?<name>[a-z][a-z:-]*)(?: -- (?<after>[^`|&;>#\n]*))?|(?<!--project )node (?<file>[a-z][\w./-]*\.m?[jt]s)(?<rest>[^`|&;>#\n]*))/g
/** npm's own commands. */
const ofNpm = new Set(['ci', 'install', 'ls', 'audit'])

interface Command {
  page: string
  /** As `package.json` calls it; null for a file given to Node. */
  name: string | null
  /** The shell runs this. */
  line: string
  arguments: string[]
}

/** Only code is a command: in a sentence `npm` is a word. */
function commandsOf(page: string): Command[] {
  const code = [...readFileSync(page, 'utf8').matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].map(([text]) => text)
  return code
    .flatMap((text) => [...text.matchAll(spelled)])
    .map(({ groups = {} }) => {
      const { name = null, after, file, rest } = groups as Record<string, string | undefined>
      const given = (after ?? rest ?? '').replaceAll(/\[\s*([^\]]*?)\s*\]/g, '$1').replaceAll(/['"…]/g, '')
      const line = name === null ? `node ${file}` : (programs.get(name ?? '') ?? '')
      return { page, name: name ?? null, line, arguments: given.split(/\s+/).filter((argument) => argument !== '') }
    })
}

const commands = documents.flatMap(commandsOf)

test('every npm command that a document names is in package.json', () => {
  const missing = commands.filter(({ name }) => name !== null && !ofNpm.has(name) && !programs.has(name))
  expect(missing.map(({ page, name }) => `${page}: npm run ${name}`)).toEqual([])
  expect(commands.length).toBeGreaterThan(60)
})

test('every file, feature and bench that a documented command names is there', () => {
  const isThere = (argument: string, name: string | null) =>
    /^(?:-|[A-Z]+\b)/.test(argument) ||
    (name === 'bench'
      ? existsSync(`bench/${argument}.ts`)
      : existsSync(argument) || existsSync(`src/features/${argument}`))
  const missing = commands
    .filter(({ name }) => name === 'bench' || name === 'test')
    .flatMap(({ page, name, arguments: given }) =>
      given.filter((argument) => !isThere(argument, name)).map((argument) => `${page}: ${name} ${argument}`),
    )
  const files = commands
    .map(({ line }) => /^node (\S+)/.exec(line)?.[1])
    .filter((file): file is string => file !== undefined && !existsSync(file))
  expect([...missing, ...files]).toEqual([])
})

/** The files that read the options of a command. */
function readersOf({ name, line, arguments: given }: Command): string[] {
  const [, file = '', mode = ''] = /\bnode (\S+)\s*(\S*)/.exec(line) ?? []
  if (file === 'scripts/start.mjs') return [[...given, mode].includes('--demo') ? 'scripts/demo.ts' : 'src/main.ts']
  if (name !== 'bench') return [file]
  return given.filter((argument) => !argument.startsWith('-')).map((bench) => join('bench', `${bench}.ts`))
}

/** Ends the program where it reads its arguments, and prints for each list of them in COMMANDS why it is refused. */
const reader = `data:text/javascript,${encodeURIComponent(`
  import util from 'node:util'
  import { syncBuiltinESMExports } from 'node:module'
  const read = util.parseArgs
  util.parseArgs = (config) => {
    for (const args of JSON.parse(process.env.COMMANDS))
      try { read({ ...config, args }) } catch (error) { console.log(args.join(' ') + ': ' + error.message) }
    console.log('read')
    process.exit(0)
  }
  syncBuiltinESMExports()`)}`

test('every option that a document gives to a command is one that the command reads', async () => {
  const ofBenches: string[] = []
  const ofScripts = new Map<string, string[][]>()
  for (const command of commands) {
    const given = command.arguments.filter((argument) => argument !== '--demo')
    if (!given.some((argument) => argument.startsWith('-')) || command.name === 'test') continue
    for (const file of readersOf(command)) {
      if (command.name !== 'bench') ofScripts.set(file, [...(ofScripts.get(file) ?? []), given])
      else ofBenches.push(...given.filter((option) => option.startsWith('-')).map((option) => `${file} ${option}`))
    }
  }
  // A bench hands its options on to functions that read one each.
  const unread = ofBenches.filter((line) => {
    const [, file = '', option = ''] = /^(\S+) --(\w+)/.exec(line) ?? []
    return !readFileSync(file, 'utf8').includes(`'${option}'`)
  })
  const answers = [...ofScripts].map(async ([file, lists]) => {
    const env = { ...process.env, COMMANDS: JSON.stringify(lists) }
    return `${file}: ${(await run(process.execPath, ['--import', reader, file], { env })).stdout}`
  })
  const refused = (await Promise.all(answers)).filter((answer) => !answer.endsWith(': read\n'))
  expect([...unread, ...refused]).toEqual([])
  expect(ofScripts.size).toBeGreaterThan(5)
  expect(ofBenches.length).toBeGreaterThan(3)
}, 120_000)

/** Read by tools and the shell; a server never sees them. */
const ofTools = ['BACKUP_PRIVATE_KEY', 'COMPOSE_FILE', 'NODE_ENV']

test('every setting, code and constant that a document names is one of the sources', () => {
  const settings = Object.keys(variables.shape)
  const sources = globSync('{src,ea,deploy,db}/**/*')
    .filter((file) => /\.(?:tsx?|mq[45h]|[ch]pp|cfg|yaml|sql)$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .concat(
      settings,
      settings.map((name) => `${name}_FILE`),
      'NAME_FILE',
      ofTools,
    )
    .join('\n')
  const named = new Map<string, string>()
  // The constants of the formula are names of that document.
  for (const page of globSync('{README.md,CONTRIBUTING.md,docs/**/*.md}', { exclude: ['docs/ranking.md'] }))
    for (const [name] of readFileSync(page, 'utf8').matchAll(/\b[A-Z][A-Z\d]+(?:_[A-Z\d]+)+\b/g)) named.set(name, page)
  expect([...named].filter(([name]) => !sources.includes(name))).toEqual([])
  expect(named.size).toBeGreaterThan(50)
})

/** Names of Node and PostgreSQL, and those that the example of CONTRIBUTING.md makes. */
const ofOthers =
  /^(?:optimizeEmptyRequests|allFunctionsCalledOnLoad|failed_count|query_start|toptrader_(?:server_)?2|registerName|\w*SyncsPerDay\w*|syncsPerDay)$/

test('every name in code that a document gives is in the sources', () => {
  const words = new Set(
    globSync('{*,{src,ea,deploy,db,scripts,bench,forge,e2e}/**/*}')
      .filter((file) => /\.(?:tsx?|mjs|mq[45h]|[ch]pp|cfg|ya?ml|sql|json|ini|conf|css)$/.test(file))
      .filter((file) => file !== 'src/guards/commands.test.ts')
      .flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []),
  )
  const unknown: string[] = []
  let names = 0
  // A decision may name what it replaced.
  for (const page of globSync('{README.md,CONTRIBUTING.md,docs/*.md,docs/operations/*.md}'))
    for (const [code] of readFileSync(page, 'utf8')
      .replaceAll(/```[\s\S]*?```/g, '')
      .matchAll(/`[^`\n]+`/g))
      for (const [name] of code.matchAll(/(?<![\w./\\-])(?:[a-z]+[A-Z]\w*|[a-z]+(?:_[a-z\d]+)+)(?![\w/])/g)) {
        names += 1
        if (!words.has(name) && !ofOthers.test(name)) unknown.push(`${page}: ${name}`)
      }
  expect(unknown).toEqual([])
  expect(names).toBeGreaterThan(500)
})
