import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '#server/testing/mail-server.ts'
import { freePort } from '#server/testing/tcp.ts'

/** The settings that `deploy/make-alerting` makes of a mail server's address. */
function made(smtpUrl: string, ...to: string[]) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-alerting-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'deploy/secrets'), { recursive: true })
  cpSync('deploy/make-alerting', join(folder, 'deploy/make-alerting'))
  writeFileSync(join(folder, 'deploy/secrets/smtp_url'), `${smtpUrl}\n`)
  writeFileSync(join(folder, '.env'), 'APP_URL=https://a.example\nMAIL_FROM=TopTrader <no-reply@a.example>\n')
  const { status, stdout, stderr } = spawnSync(join(folder, 'deploy/make-alerting'), to, { encoding: 'utf8' })
  return { folder, file: join(folder, 'deploy/secrets/alertmanager.yml'), status, said: stdout + stderr }
}

/** Debian's name of it, or the project's own. */
const program = ['prometheus-alertmanager', 'alertmanager'].find(
  (name) => spawnSync(name, ['--version']).error === undefined,
)

test('Alertmanager accepts the settings of any mail server’s address', () => {
  const { file, status } = made("smtps://top%40trader:a%3Ab%5Cn'c%25@mail.example", 'a@a.example', 'b@a.example')
  expect(status).toBe(0)
  const text = readFileSync(file, 'utf8')
  expect(text).toContain("smtp_smarthost: 'mail.example:465'")
  expect(text).toContain("smtp_auth_username: 'top@trader'")
  expect(text).toContain("smtp_auth_password: 'a:b\\n''c%'")
  expect(text).toContain('smtp_require_tls: true')
  expect(text).toContain("to: 'a@a.example,b@a.example'")
  expect(execFileSync('amtool', ['check-config', file], { encoding: 'utf8' })).toContain('SUCCESS')
  expect(made('smtp://mail.example').status).toBe(1)
})

test('an alert reaches its mailbox, with its name and its remedy', { timeout: 60_000 }, async () => {
  if (program === undefined) throw new Error('Alertmanager is missing: apt-get install prometheus-alertmanager')
  const server = await startMailServer()
  const { folder, file } = made(server.url, 'capo@a.example')
  const address = `127.0.0.1:${await freePort()}`
  const options = [`--config.file=${file}`, `--storage.path=${folder}`, `--web.listen-address=${address}`]
  const running = spawn(program, [...options, '--cluster.listen-address='], { stdio: 'ignore' })
  onTestFinished(async () => {
    const ended = once(running, 'exit')
    running.kill()
    await ended
  })
  const alert = {
    labels: { alertname: 'BackupLate', severity: 'page' },
    annotations: { summary: 'There is no backup of the last day', runbook_url: 'docs/operations/alerts.md#backuplate' },
  }
  const tell = () =>
    fetch(`http://${address}/api/v2/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([alert]),
    }).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await tell())) await sleep(200)
  await server.arrival()
  const [mail] = server.mails
  expect(mail?.to).toEqual(['capo@a.example'])
  expect(mail?.raw).toMatch(/^Subject: \[TopTrader, page\] BackupLate\r$/m)
  expect(mail?.raw).toMatch(/^From: .*no-reply@a\.example>?\r$/m)
  expect(mail?.raw).toContain('docs/operations/alerts.md#backuplate')
})
