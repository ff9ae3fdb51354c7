import { beforeEach, expect, test } from 'vitest'
import { testKernel, type TestKernel } from '#server/testing/kernel.ts'
import { person, type Person } from '#server/testing/people.ts'
import { auditSentences, notifiedActions, type AuditAction } from '#shared/audit-actions.ts'
import { recordAudit } from '#server/audit.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { notifyAdmins } from './notify-admins.ts'

const kernel = await testKernel({ env: { SUPPORT_EMAIL: 'aiuto@example.com' } })
await kernel.outbox.close()
const capo = await person(kernel, 'capo', { is_admin: true })
const anna = await person(kernel, 'anna')

const act = ({ sql, clock }: TestKernel, action: AuditAction, by: Person | null = capo, on: Person | null = anna) =>
  sql.begin((tx) =>
    recordAudit(tx, by === null ? null : { trader_id: by.trader_id, address: '192.0.2.7', request_id: 'r' }, {
      action,
      subject: on?.trader_id ?? null,
      details: {},
      at: new Date(clock.now()).toISOString(),
    }),
  )
const alerts = ({ sql }: TestKernel = kernel) =>
  sql<{ kind: string; recipient: string | null; subject: string; body: string }[]>`
    select kind, recipient, subject, body from outbox order by kind, message_id`
beforeEach(async () => {
  await kernel.sql`delete from outbox`
  kernel.clock.advance(15 * MINUTE_MS)
})

test('an action that concerns all admins is reported within the minute, without the affected person', async () => {
  await act(kernel, 'user.reveal_password')
  expect(await notifyAdmins(kernel)).toBe(1)
  const [alert] = await alerts()
  expect(alert).toMatchObject({
    kind: 'admin_alert',
    subject: 'TopTrader: un amministratore ha letto una password investitore',
  })
  expect(alert?.body).toMatch(/riga 1: capo: Ha letto una password investitore, da 192\.0\.2\.7\n/)
  expect(alert?.body).toContain('/?view=admin&page=audit')
  expect(alert?.body).not.toMatch(/anna/)
  expect(alert?.body).not.toContain(anna.trader_id)
  expect(await notifyAdmins(kernel)).toBe(0)
})

test('actions of the only admin are reported to the support address too; with a second admin they are not', async () => {
  await act(kernel, 'subscription.assign')
  await notifyAdmins(kernel)
  expect((await alerts()).map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ['admin_alert', null],
    ['mail', 'aiuto@example.com'],
  ])
  await person(kernel, 'vice', { is_admin: true })
  kernel.clock.advance(15 * MINUTE_MS)
  await act(kernel, 'subscription.cancel')
  await notifyAdmins(kernel)
  expect((await alerts()).filter(({ kind }) => kind === 'mail')).toHaveLength(1)
})

test('many actions make one message in a quarter of an hour, which lists twenty', async () => {
  await act(kernel, 'user.deactivate')
  expect(await notifyAdmins(kernel)).toBe(1)
  for (let n = 0; n < 25; n++) await act(kernel, 'subscription.extend')
  kernel.clock.advance(14 * MINUTE_MS)
  expect(await notifyAdmins(kernel)).toBe(0)
  kernel.clock.advance(MINUTE_MS)
  expect(await notifyAdmins(kernel)).toBe(25)
  const digest = (await alerts()).find(({ subject }) => subject.includes('25'))
  expect(digest?.subject).toBe('TopTrader: 25 azioni degli amministratori')
  expect(digest?.body.match(/^- /gm)).toHaveLength(20)
  expect(digest?.body).toContain('… e 5 altre azioni.')
})

test('every exported list is reported, and every action that closes the site or stops the server', async () => {
  // The export of one's own data is no action of an admin.
  const lists = Object.keys(auditSentences).filter(
    (action) => action.endsWith('.export') && action !== 'account.export',
  )
  expect(lists).toContain('payments.export')
  const loud = [...lists, 'maintenance.toggle', 'system.restart']
  expect(loud.filter((action) => !notifiedActions.includes(action))).toEqual([])
  for (const action of loud) await act(kernel, action as AuditAction)
  expect(await notifyAdmins(kernel)).toBe(loud.length)
})

test('a report of the site says whether it was closed or opened', async () => {
  const { sql, clock } = kernel
  const [open, closed] = [
    { enabled: false, message: 'Presto' },
    { enabled: true, message: 'Presto' },
  ]
  const at = new Date(clock.now()).toISOString()
  const actor = { trader_id: capo.trader_id, address: '192.0.2.7', request_id: 'r' }
  const details = { before: open, after: closed }
  await sql.begin((tx) => recordAudit(tx, actor, { action: 'maintenance.toggle', subject: null, details, at }))
  expect(await notifyAdmins(kernel)).toBe(1)
  const [alert] = await alerts()
  expect(alert?.subject).toBe('TopTrader: un amministratore ha chiuso il sito')
  expect(alert?.body).toContain('capo: Ha chiuso il sito, da 192.0.2.7\n')
})

test('daily work is not reported, nor actions of people on their own profile', async () => {
  const silent = ['contact.handle', 'showcase.approve', 'user.restore', 'system.logs', 'system.backup'] as const
  for (const action of silent) await act(kernel, action)
  await act(kernel, 'account.erase', anna)
  expect(await notifyAdmins(kernel)).toBe(0)
  await act(kernel, 'account.erase', capo)
  expect(await notifyAdmins(kernel)).toBe(1)
})

test('a changed role is logged and reported, also when the database was edited by hand', async () => {
  const rita = await person(kernel, 'rita')
  await kernel.sql`update trader set is_admin = true where trader_id = ${rita.trader_id}`
  await kernel.sql`update trader set is_admin = true, updated_at = now() where trader_id = ${rita.trader_id}`
  expect(await kernel.sql`select actor, subject, details from audit_log where action = 'user.role'`).toEqual([
    { actor: null, subject: rita.trader_id, details: { before: { is_admin: false }, after: { is_admin: true } } },
  ])
  expect(await notifyAdmins(kernel)).toBe(1)
  const [alert] = await alerts()
  expect(alert?.subject).toBe('TopTrader: il server ha cambiato il ruolo di un utente')
  expect(alert?.body).toContain('il server: Ha cambiato il ruolo di un utente')
})

test('so is an admin who is inserted or deleted by hand', async () => {
  const [before] = await kernel.sql<{ last: number }[]>`select coalesce(max(audit_id), 0) as last from audit_log`
  const id = kernel.secrets.newId()
  const now = new Date(kernel.clock.now()).toISOString()
  await kernel.sql`
    insert into trader (trader_id, username, display_name, email, country, password_hash, is_admin, broker_server,
                        account_number, terms_accepted_at, terms_version, created_at, updated_at)
    values (${id}, 'ombra', 'Ombra', 'ombra@example.com', 'IT', '-', true, '', '', ${now}, '2026-11', ${now}, ${now})`
  await kernel.sql`delete from trader where trader_id = ${id}`
  const [is, isNot] = [{ is_admin: true }, { is_admin: false }]
  expect(
    await kernel.sql`
      select actor, subject, details from audit_log
       where action = 'user.role' and audit_id > ${before?.last ?? 0} order by audit_id`,
  ).toEqual([
    { actor: null, subject: id, details: { before: isNot, after: is } },
    { actor: null, subject: id, details: { before: is, after: isNot } },
  ])
  expect(await notifyAdmins(kernel)).toBe(2)
  expect((await alerts())[0]?.subject).toBe('TopTrader: 2 azioni del server')
})

test('the server’s own lines are not counted as those of admins', async () => {
  await act(kernel, 'users.export')
  await act(kernel, 'subscription.extend')
  await act(kernel, 'user.role', null)
  expect(await notifyAdmins(kernel)).toBe(3)
  expect((await alerts())[0]?.subject).toBe('TopTrader: 2 azioni degli amministratori e 1 del server')
})

test('two servers report it once', async () => {
  await act(kernel, 'users.export')
  const counts = await Promise.all([notifyAdmins(kernel), notifyAdmins(kernel), notifyAdmins(kernel)])
  expect(counts.toSorted()).toEqual([0, 0, 1])
  expect(await alerts()).toHaveLength(1)
})

test('every sentence continues a name', () => {
  for (const sentence of Object.values(auditSentences)) expect(sentence).toMatch(/^Ha \p{Ll}[^.]*$/u)
})
