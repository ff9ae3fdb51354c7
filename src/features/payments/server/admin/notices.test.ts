import { describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { adminScene, type Dashboard } from '../testing/admin-scene.ts'

const scene = await adminScene()
const { kernel, buyer, call, dashboard, order, payment, event, refusal, erase } = scene
const { sql, clock } = kernel

describe('the dashboard', () => {
  const codes = async () => (await dashboard()).notices.map((notice) => notice.code)

  test('is empty where all is well, and never holds a secret', async () => {
    await erase()
    const answer = await call('GET', '/api/admin/payments/dashboard')
    expect(answer.json<Dashboard>()).toEqual({
      subscriptions: [],
      cryptoPayments: [],
      cryptoStatistics: {
        total_payments: 0,
        completed_payments: 0,
        total_revenue: 0,
        total_refunded: 0,
        to_reconcile: 0,
        review: 0,
        orphans: 0,
      },
      notices: [],
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('case 83: neither raw bodies nor refused ones leave in any answer', async () => {
    await erase()
    const id = await order({ trader: buyer, state: 'in_flight', status: 'confirming' })
    await payment('50', { order: id, status: 'confirming' })
    await event('50', 'confirming', 'in_flight', '{"secret":"xyzzy-raw"}')
    await refusal('bad_signature', 'xyzzy-refused')
    const answers = await Promise.all([
      call('GET', '/api/admin/payments/dashboard'),
      call('GET', '/api/admin/crypto-payments'),
      call('GET', `/api/admin/crypto-payments/${id}`),
    ])
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200)
      expect(answer.body).not.toMatch(/xyzzy|password|api_key|secret/i)
    }
  })

  test('names refused signatures for a day', async () => {
    await erase()
    await refusal('bad_signature')
    await refusal('no_signature')
    await refusal('bad_body')
    const { notices } = await dashboard()
    expect(notices.map((notice) => [notice.code, notice.tone])).toEqual([
      ['signatures_refused', 'danger'],
      ['notifications_unreadable', 'warn'],
      ['unsigned_refused', 'info'],
    ])
    expect(notices[0]?.text).toContain('1 notifica rifiutata nelle ultime 24 ore')
    clock.advance(DAY_MS + 1)
    expect(await codes()).toEqual([])
  })

  test('names movement without notifications, and unprocessed ones', async () => {
    await erase()
    const id = await order({ trader: buyer, state: 'in_flight', status: 'confirming' })
    await payment('60', { order: id, status: 'confirming', silent: true })
    expect(await codes()).toEqual(['notifications_missing'])
    await event('61', 'waiting', null)
    expect(await codes()).toEqual([])
    clock.advance(6 * MINUTE_MS)
    expect(await codes()).toEqual(['notifications_unread'])
  })

  test('names a provider that fails or refuses us, until it answers', async () => {
    await erase()
    const at = (ms: number) => new Date(clock.now() + ms).toISOString()
    const health = (failure: string, failures: number, success: string | null) => sql`
      insert into provider_health (provider, last_success_at, last_failure_at, last_failure, failures)
      values ('nowpayments', ${success}, ${at(0)}, ${failure}, ${failures})
      on conflict (provider) do update set last_success_at = excluded.last_success_at,
        last_failure_at = excluded.last_failure_at, last_failure = excluded.last_failure, failures = excluded.failures`
    await health('timeout: no answer', 2, at(-60_000))
    expect(await codes()).toEqual([])
    await health('timeout: no answer', 3, at(-60_000))
    expect(await codes()).toEqual(['provider_failing'])
    await health('misconfigured: INVALID_API_KEY', 1, null)
    expect(await codes()).toEqual(['provider_misconfigured'])
    await health('login_refused', 1, null)
    expect(await codes()).toEqual(['login_refused'])
    await health('misconfigured: INVALID_API_KEY', 0, at(1000))
    expect(await codes()).toEqual([])
  })

  test('names a nightly comparison that ended early, or did not run for two days', async () => {
    await erase()
    const nightlyResult = (result: string) => sql`
      insert into provider_health (provider, last_sweep_at, last_sweep_result)
      values ('nowpayments', ${new Date(clock.now()).toISOString()}, ${result})
      on conflict (provider) do update set last_sweep_result = excluded.last_sweep_result`
    await nightlyResult('Pagamenti visti 3: mai notificati 0, diversi 0, di ordini sconosciuti 0.')
    expect(await codes()).toEqual([])
    await nightlyResult('Interrotto dopo 3 pagamenti. Riprova la prossima notte.')
    expect(await codes()).toEqual(['sweep_ended_early'])
    clock.advance(2 * DAY_MS + 1)
    expect(await codes()).toEqual(['sweep_missing'])
  })

  test('names a mail server that refuses everything', async () => {
    const mailing = await adminScene({ name: 'nowpayments', canList: true }, { SMTP_URL: 'smtp://mail.example' })
    const failed = async (attempts: number) => {
      await mailing.erase()
      await mailing.kernel.sql`insert into outbox (message_id, cause, kind, subject, body, created_at, attempts)
        values (${kernel.secrets.newId()}, 'x', 'admin_alert', 's', 'b', now(), ${attempts})`
      return (await mailing.dashboard()).notices.map(({ code, tone }) => [code, tone])
    }
    expect(await failed(0)).toEqual([])
    expect(await failed(1)).toEqual([['mail_failing', 'danger']])
  })

  test('names messages that wait where mail is not set up', async () => {
    await erase()
    await sql`insert into outbox (message_id, cause, kind, subject, body, created_at)
              values (${kernel.secrets.newId()}, 'x', 'admin_alert', 's', 'b', ${new Date(clock.now()).toISOString()})`
    const { notices } = await dashboard()
    expect(notices).toMatchObject([{ code: 'mail_waiting', tone: 'warn' }])
    expect(notices[0]?.text).toContain('1 messaggio aspetta')
  })
})

test('names missing listing, and the sandbox', async () => {
  const played = await adminScene({ name: 'sandbox', canList: false })
  const { notices } = await played.dashboard()
  expect(notices.map((notice) => notice.code)).toEqual(['listing_off', 'sandbox'])
})
