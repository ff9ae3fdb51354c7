import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { passwordProblem } from '#features/auth/rules.ts'
import { readConfig } from '#server/settings/config.ts'

const compose = readFileSync('compose.yaml', 'utf8')

/** A copy of the operator's files. */
function machine() {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-deploy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'deploy'))
  for (const script of ['make-secrets', 'roll']) cpSync(`deploy/${script}`, join(folder, 'deploy', script))
  const run = (script: string, options: string[] = [], path = process.env['PATH'] ?? '') =>
    spawnSync(join(folder, 'deploy', script), options, { encoding: 'utf8', env: { PATH: path } })
  return { folder, secrets: join(folder, 'deploy/secrets'), run }
}

/** The environment of the instances as compose.yaml has it, its variables filled in. */
function environmentOf(secrets: string, given: Record<string, string>): Record<string, string> {
  const [, block = ''] = /environment: &app-environment\n((?: {4}.*\n)+)/.exec(compose) ?? []
  const lines = [...block.matchAll(/^ {4}([A-Z0-9_]+): (.*)$/gm)]
  expect(lines.length).toBeGreaterThan(15)
  return Object.fromEntries(
    lines.map(([, name = '', value = '']) => {
      const filled = value
        .replace(/^"(.*)"$/, '$1')
        .replace(/\$\{(\w+):([-?+])([^}]*)\}/, (_all, variable: string, kind, rest) => {
          if (kind === '+') return given[variable] === undefined ? '' : String(rest)
          return given[variable] ?? (kind === '-' ? String(rest) : '')
        })
      return [name, filled.replace('/run/secrets', secrets)]
    }),
  )
}

test('the generated secrets, with those of the operator, are a configuration that production accepts', () => {
  const { secrets, run } = machine()
  const first = run('make-secrets')
  expect(first.status).toBe(1)
  const own = {
    'certificate.pem': 'x',
    nowpayments_api_key: 'K7QW-11AA',
    nowpayments_ipn_secret: 'v8Jq2mPzR4tY7wLc',
    smtp_url: 'smtps://toptrader:a%40b@mail.example:465',
  }
  for (const name of Object.keys(own)) expect(first.stdout).toContain(`deploy/secrets/${name}:`)
  for (const [name, content] of Object.entries(own)) writeFileSync(join(secrets, name), `${content}\n`)
  const key = readFileSync(join(secrets, 'secret_key'), 'utf8')
  expect(run('make-secrets').status).toBe(0)
  expect(readFileSync(join(secrets, 'secret_key'), 'utf8')).toBe(key)
  expect(statSync(secrets).mode & 0o777).toBe(0o700)

  const mounted = [...compose.matchAll(/file: \.\/deploy\/secrets\/(\S+)/g)].map(([, name = '']) => name)
  for (const name of mounted) expect(readFileSync(join(secrets, name), 'utf8').trim()).not.toBe('')
  const given = { APP_URL: 'https://toptrader.example', MAIL_FROM: 'TopTrader <no-reply@toptrader.example>' }
  const config = readConfig(environmentOf(secrets, given))
  expect(config).toMatchObject({
    APP_ENV: 'production',
    S3_BUCKET: 'toptrader',
    SMTP_URL: own.smtp_url,
    TRUST_PROXY: 1,
  })
  expect(config.ADMIN_PASSWORD).toBeUndefined()
  const withAdmin = readConfig(environmentOf(secrets, { ...given, ADMIN_EMAIL: 'capo@esempio.it' }))
  expect(withAdmin.ADMIN_PASSWORD).toBe(readFileSync(join(secrets, 'admin_password'), 'utf8').trim())
  const admin = { username: 'admin', display_name: 'Amministratore', email: 'capo@esempio.it' }
  expect(passwordProblem(withAdmin.ADMIN_PASSWORD ?? '', admin)).toBeNull()
  const ownerPassword = readFileSync(join(secrets, 'database_password'), 'utf8').trim()
  expect(config.DATABASE_OWNER_URL).toBe(`postgres://toptrader:${ownerPassword}@database:5432/toptrader`)
  expect(config.DATABASE_URL).toMatch(/^postgres:\/\/toptrader_server:[0-9a-f]{64}@database:5432\/toptrader$/)
  expect(config.DATABASE_URL).not.toContain(ownerPassword)
  const store = JSON.parse(readFileSync(join(secrets, 's3_config.json'), 'utf8')) as {
    identities: { credentials: { accessKey: string; secretKey: string }[] }[]
  }
  expect(store.identities[0]?.credentials).toEqual([
    { accessKey: config.S3_ACCESS_KEY_ID, secretKey: config.S3_SECRET_ACCESS_KEY },
  ])
  expect(() => readConfig(environmentOf(secrets, {}))).toThrow('APP_URL: in produzione è obbligatoria')
})

/** Each service's section of compose.yaml. */
function services(): Map<string, string> {
  const [, block = ''] = /^services:\n([\s\S]*?)^\S/m.exec(compose) ?? []
  const parts = block.split(/^ {2}(?=[a-z][a-z-]*:$)/m).slice(1)
  return new Map(parts.map((part) => [part.slice(0, part.indexOf(':')), part]))
}

test('only the instances reach the data, no environment holds secrets, and no service has more rights than it needs', () => {
  const found = services()
  expect([...found.keys()]).toEqual(
    expect.arrayContaining(['app-a', 'app-b', 'proxy', 'database', 'storage', 'bucket']),
  )
  const [, instance = ''] = /^x-app: &app\n([\s\S]*?)^\S/m.exec(compose) ?? []
  const networks = (text: string) => /^ +networks: \[(.*)\]$/m.exec(text)?.[1]
  expect(networks(instance)).toBe('default, data, files')
  for (const [name, text] of found) {
    const isInstance = text.includes('<<: *app')
    expect([name, networks(text)]).toEqual([name, { database: 'data', storage: 'files' }[name]])
    const published = [...text.matchAll(/^ {6}- "([^"]*:\d+)"$/gm)].map(([, port = '']) => port)
    const toAnybody = published.filter((port) => !port.startsWith('127.0.0.1:'))
    expect([name, toAnybody.length]).toEqual([name, name === 'proxy' ? 2 : 0])
    expect([name, (isInstance ? instance : text).includes('cap_drop: [ALL]')]).toEqual([name, true])
    expect([name, (isInstance ? instance : text).includes('read_only: true')]).toEqual([name, true])
  }
  expect(compose).toMatch(/^ {2}files:\n {4}internal: true$/m)
  const storage = found.get('storage') ?? ''
  expect(storage).toContain('-ip.bind=127.0.0.1 -s3.ip.bind=0.0.0.0 ')
  expect(found.get('bucket')).toContain('network_mode: service:storage')
  for (const [, name, value] of compose.matchAll(/^ +(\w*(?:PASSWORD|KEY|SECRET|TOKEN))\b[^_\n]*: (.+)$/gm)) {
    expect([name, value]).toEqual(['BACKUP_PUBLIC_KEY', '${BACKUP_PUBLIC_KEY:-}'])
  }
})

/** docker and sleep that only write down their calls; docker fails where the line holds `fails`. */
function rolled(fails: string, settings = 'APP_URL=https://a.example\nVERSION=1\n') {
  const { folder, run } = machine()
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  const calls = join(folder, 'calls')
  writeFileSync(
    join(programs, 'docker'),
    `#!/bin/sh\necho "$VERSION docker $*" >> ${calls}\ncase "$*" in *${fails}*) exit 1;; esac\n`,
  )
  writeFileSync(join(programs, 'sleep'), `#!/bin/sh\necho "sleep $*" >> ${calls}\n`)
  execFileSync('chmod', ['+x', join(programs, 'docker'), join(programs, 'sleep')])
  writeFileSync(join(folder, '.env'), settings)
  const { status } = run('roll', ['2'], `${programs}:${process.env['PATH']}`)
  return {
    status,
    calls: readFileSync(calls, 'utf8').trim().split('\n'),
    env: readFileSync(join(folder, '.env'), 'utf8'),
  }
}

test('an upgrade takes one instance, waits until it is ready and served, then the other; going back is the same', () => {
  const { status, calls, env } = rolled('nothing')
  expect(status).toBe(0)
  expect(calls).toEqual([
    'docker image inspect toptrader:2',
    expect.stringMatching(/^2 docker compose up .*--no-deps .*--wait .*app-a$/),
    'sleep 10',
    expect.stringMatching(/^2 docker compose up .*--no-deps .*--wait .*app-b$/),
    'sleep 10',
  ])
  expect(env).toBe('APP_URL=https://a.example\nVERSION=2\n')
})

test.each([
  'APP_URL=https://a.example',
  'APP_URL=https://a.example\n',
  'VERSION=1\nAPP_URL=https://a.example',
  'APP_URL=https://a.example\nVERSION=1',
])('the other settings stay as they are, however the file ends: %j', (settings) => {
  expect(rolled('nothing', settings).env).toBe('APP_URL=https://a.example\nVERSION=2\n')
})

test('a version that does not become ready stays on one instance, one that was never built touches none', () => {
  const failed = rolled('app-a')
  expect(failed.status).not.toBe(0)
  expect(failed.calls.at(-1)).toContain('app-a')
  expect(failed.env).toContain('VERSION=1\n')
  const missing = rolled('inspect')
  expect(missing.status).not.toBe(0)
  expect(missing.calls).toHaveLength(1)
})

test('every stage of the image has the library that the pinned Node needs', () => {
  const [, ...stages] = readFileSync('Dockerfile', 'utf8').split(/^FROM /m)
  expect(stages).toHaveLength(2)
  for (const stage of stages) expect(stage).toMatch(/^RUN apt-get update && apt-get install .*\blibatomic1\b/m)
})

test('without containers: the unit starts the Node that comes with the packages, not the machine’s own', () => {
  const unit = readFileSync('deploy/toptrader@.service', 'utf8')
  const [, folder = ''] = /^WorkingDirectory=(.*)$/m.exec(unit) ?? []
  const [, program = '', option = '', script = ''] = /^ExecStart=(\S+) (--\S+) (\S+)$/m.exec(unit) ?? []
  expect(program.startsWith(`${folder}/`)).toBe(true)
  const options = { encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } } as const
  const version = execFileSync(program.slice(folder.length + 1), ['--version'], options)
  expect(version.trim()).toBe(process.version)
  expect(existsSync(script)).toBe(true)
  // The same young generation however the server is started (decision 056).
  for (const file of ['Dockerfile', 'scripts/start.mjs', 'docs/operations/install.md', 'bench/frame/children.ts'])
    expect(readFileSync(file, 'utf8')).toContain(option)
  expect(/^Environment=(.*)$/m.exec(unit)?.[1]?.split(' ')).toContain('SUPERVISED=on')
})

test('a point in time: the second file of compose names the same database, and only existing or the operator’s files', () => {
  const second = readFileSync('deploy/point-in-time.yaml', 'utf8')
  const operations = readFileSync('docs/operations/restore-to-a-point-in-time.md', 'utf8')
  const [, stanza = ''] = /archive_command=pgbackrest --stanza=(\w+) archive-push %p/.exec(second) ?? []
  expect(readFileSync('deploy/pgbackrest.conf', 'utf8')).toContain(`[${stanza}]\n`)
  for (const [, command = ''] of operations.matchAll(/pgbackrest --stanza=(\w+)/g)) expect(command).toBe(stanza)
  expect(/^ {2}(\w+):$/m.exec(second)?.[1]).toBe('database')
  expect(compose).toMatch(/^ {2}database:$/m)
  const named = [...second.matchAll(/(?:- |build: )\.\/([^\s:]+)/g)].map(([, path = '']) => path)
  expect(named).toHaveLength(3)
  for (const path of named) expect(existsSync(path) || operations.includes(`cat >${path} <<`)).toBe(true)
})
