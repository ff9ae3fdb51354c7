import { describe, expect, test } from 'vitest'
import { person, signedIn } from '#server/testing/people.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { decideCase, getOwnIntegrity, listCases, replyToCase } from '../../contract.ts'
import { namedEvidence, ownerTexts } from '../../rules/finding-texts.ts'
import { evidence, reviewScene } from '../testing/review-scene.ts'

type Cases = ResponseOf<typeof listCases>

const { kernel, ranked, find, caseOf, decide, own, call, admin } = await reviewScene()
const { sql, clock, secrets } = kernel
const start = clock.now()
const iso = (instant: number) => new Date(instant).toISOString()
const anna = await ranked('anna')
const bruno = await ranked('bruno')
const cases = async (query = '') => (await call('GET', `/api/admin/integrity${query}`, admin)).json<Cases>()
const reply = (caseId: string, who: Parameters<typeof call>[2], text: unknown = 'Il broker ha corretto lo swap.') =>
  call('POST', `/api/account/integrity/${caseId}/reply`, who, { reply: text })
const typeOf = (answer: { json: <T>() => T }) => answer.json<{ error_type: string }>().error_type

describe('the own account', () => {
  test('without a terminal has nothing to say', async () => {
    const nuovo = await person(kernel, 'nuovo')
    const answer = await call('GET', '/api/account/integrity', nuovo)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual({
      level: 'L0',
      account: null,
      under_review: false,
      held: null,
      tags: [],
      cases: [],
      ownership: { code: null, expires_at: null, seen_at: null, proven_at: null, can_trade: null },
      match: null,
      ledger: { length: 0, head: null, at: null },
      closed_accounts: [],
    })
    expect((await call('GET', '/api/account/integrity', null)).statusCode).toBe(401)
  })

  test('shows findings, cases with their evidence, and the head of the ledger', async () => {
    await find(anna, 'history_changed', 2)
    await find(anna, 'investor_login')
    await sql`update account_integrity set can_trade = false, ledger_length = 3, ledger_head = '\\xab01', ledger_at = ${iso(start)}
               where account_id = ${anna.account_id}`
    const answer = await own(anna)
    expect(getOwnIntegrity.response.parse(answer)).toEqual(answer)
    const caseId = await caseOf(anna, 'history_changed')
    expect(answer).toMatchObject({
      level: 'L1',
      account: { platform: 'MT5', server: 'Broker-Live', login: anna.account_id, bound_at: iso(start) },
      under_review: true,
      ownership: { can_trade: false },
      ledger: { length: 3, head: 'ab01', at: iso(start) },
    })
    const dates = { first_at: iso(start), last_at: iso(start) }
    const changed = { code: 'history_changed', rule: 'R17', ...ownerTexts('history_changed') }
    const investor = { code: 'investor_login', rule: 'R11', ...ownerTexts('investor_login') }
    expect(answer.tags).toEqual([
      { ...changed, consequence: 'hold', ...dates, occurrences: 2 },
      { ...investor, consequence: 'info', ...dates, occurrences: 1 },
    ])
    const unanswered = { reply: null, replied_at: null, decided_at: null, reason: null }
    expect(answer.cases).toEqual([
      {
        ...changed,
        currency: 'EUR',
        case_id: caseId,
        holds: true,
        status: 'open',
        opened_at: iso(start),
        reply_by: iso(start + 7 * DAY_MS),
        ...namedEvidence(evidence),
        ...unanswered,
      },
    ])
  })
})

describe('an answer to a case', () => {
  test('is taken, replaced, and taken late as well', async () => {
    const caseId = await caseOf(anna, 'history_changed')
    const first = await reply(caseId, anna, '  Il broker ha corretto\nlo swap del 3 marzo.\r\n')
    expect(first.statusCode).toBe(200)
    expect(replyToCase.response.parse(first.json())).toMatchObject({
      case: { status: 'answered', reply: 'Il broker ha corretto\nlo swap del 3 marzo.', replied_at: iso(start) },
    })
    clock.advance(MINUTE_MS)
    await sql`update integrity_case set reply_by = ${iso(clock.now() - 1)} where case_id = ${caseId}`
    expect((await reply(caseId, anna, 'Allego il rendiconto.')).statusCode).toBe(200)
    expect((await own(anna)).cases).toMatchObject([
      { status: 'answered', reply: 'Allego il rendiconto.', replied_at: iso(clock.now()) },
    ])
  })

  test('belongs to the account’s own trader', async () => {
    const caseId = await caseOf(anna, 'history_changed')
    for (const stranger of [bruno, admin]) {
      const answer = await reply(caseId, stranger)
      expect([answer.statusCode, typeOf(answer)]).toEqual([404, 'CASE_NOT_FOUND'])
    }
    expect((await reply(caseId, null)).statusCode).toBe(401)
    expect((await reply(secrets.newId(), anna)).statusCode).toBe(404)
    expect((await reply('1', anna)).statusCode).toBe(422)
    expect((await own(anna)).cases[0]?.reply).toBe('Allego il rendiconto.')
  })

  test('is never about a silent rule', async () => {
    await find(bruno, 'mirror_account')
    expect((await reply(await caseOf(bruno, 'mirror_account'), bruno)).statusCode).toBe(404)
  })

  test.each(['corta', ' '.repeat(40), 'x'.repeat(2001), 'Dieci lettere\u0000', 'Dieci lettere\u202E!', 7, null])(
    '%j is refused',
    async (text) => {
      const answer = await reply(await caseOf(anna, 'history_changed'), anna, text)
      expect(answer.statusCode).toBe(422)
      expect((await own(anna)).cases[0]?.reply).toBe('Allego il rendiconto.')
    },
  )
})

describe('a decision', () => {
  test('is an admin’s, with a reason, and written down', async () => {
    const caseId = await caseOf(anna, 'history_changed')
    const body = { decision: 'cleared', reason: 'Il rendiconto del broker\nconferma la correzione.' }
    expect((await decide(caseId, body, null)).statusCode).toBe(401)
    expect((await decide(caseId, body, anna)).statusCode).toBe(403)
    const { reason } = body
    const wrongs = [{}, { decision: 'cleared' }, { decision: 'maybe', reason }, { ...body, reason: 'breve' }]
    for (const wrong of [...wrongs, { ...body, last_at: undefined }]) {
      expect((await decide(caseId, wrong)).statusCode).toBe(422)
    }
    expect((await decide(secrets.newId(), body)).statusCode).toBe(404)
    expect((await own(anna)).under_review).toBe(true)

    const answer = await decide(caseId, body)
    expect(decideCase.response.parse(answer.json())).toEqual(answer.json())
    expect(answer.json()).toMatchObject({
      success: true,
      case: {
        case_id: caseId,
        status: 'cleared',
        reason: body.reason,
        decided_at: iso(clock.now()),
        decided_by: 'capo',
        username: 'anna',
        level: 'L1',
      },
    })
    expect((await own(anna)).cases[0]).toMatchObject({ status: 'cleared', reason: body.reason })
    const late = await reply(caseId, anna)
    expect([late.statusCode, typeOf(late)]).toEqual([409, 'CASE_DECIDED'])
    const lines = await sql`select actor, details from audit_log where action = 'integrity.decide'`
    expect(lines).toEqual([
      {
        actor: admin.trader_id,
        details: {
          case_id: caseId,
          code: 'history_changed',
          holds: true,
          before: null,
          decision: 'cleared',
        },
      },
    ])
  })

  test('of two admins at once only one counts', async () => {
    const second = await person(kernel, 'vice', { is_admin: true })
    await find(bruno, 'history_changed')
    const caseId = await caseOf(bruno, 'history_changed')
    const answers = await Promise.all([
      decide(caseId, { decision: 'cleared', reason: 'Correzione del broker.' }),
      decide(caseId, { decision: 'upheld', reason: 'Nessuna spiegazione.' }, second),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({ error_type: 'CASE_DECIDED' })
    expect(
      await sql`select from audit_log where action = 'integrity.decide' and subject = ${bruno.trader_id}`,
    ).toHaveLength(1)
  })

  test('on an own account is another admin’s', async () => {
    const trader = await ranked('giudice')
    await kernel.sql`update trader set is_admin = true where trader_id = ${trader.trader_id}`
    const ownAdmin = { ...trader, headers: await signedIn(kernel, trader.trader_id) }
    await find(ownAdmin, 'history_changed')
    const caseId = await caseOf(ownAdmin, 'history_changed')
    const cleared = { decision: 'cleared', reason: 'Mi fido di me stesso.' }
    const refused = await decide(caseId, cleared, ownAdmin)
    expect([refused.statusCode, refused.json().detail]).toEqual([403, 'Decide un altro amministratore: chiedi a lui.'])
    const match = {
      action: 'record',
      source: 'other',
      link: null,
      balance: 1,
      closed_trades: 1,
      gain_percentage: 1,
      reason: 'Torna tutto.',
    }
    const path = `/api/admin/traders/${ownAdmin.trader_id}/verification`
    expect((await call('POST', path, ownAdmin, match)).statusCode).toBe(403)
    expect((await decide(caseId, cleared)).statusCode).toBe(200)
  })

  test('is taken back by who says so, once', async () => {
    const carla = await ranked('carla')
    await find(carla, 'history_missing')
    const caseId = await caseOf(carla, 'history_missing')
    const upheld = { decision: 'upheld', reason: 'Mancano tre mesi.' }
    expect((await decide(caseId, { ...upheld, revise: true })).statusCode).toBe(200)
    expect((await decide(caseId, { ...upheld, revise: true })).statusCode).toBe(409)
    const cleared = { decision: 'cleared', reason: 'I tre mesi sono arrivati.', revise: true }
    const answers = await Promise.all([decide(caseId, cleared), decide(caseId, cleared)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await own(carla)).under_review).toBe(false)
  })
})

describe('the list of cases', () => {
  test('is the admins’', async () => {
    expect((await call('GET', '/api/admin/integrity', null)).statusCode).toBe(401)
    expect((await call('GET', '/api/admin/integrity', anna)).statusCode).toBe(403)
    for (const query of ['status=every', 'limit=0', 'cursor=1', 'trader_id=7', 'code=A']) {
      expect((await call('GET', `/api/admin/integrity?${query}`, admin)).statusCode).toBe(422)
    }
  })

  test('shows who, what was found, and all tags with their evidence', async () => {
    const { cases: found, counts } = await cases(`?trader_id=${bruno.trader_id}`)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      trader_id: bruno.trader_id,
      account_id: bruno.account_id,
      username: 'bruno',
      login: bruno.account_id,
      code: 'mirror_account',
      holds: false,
      status: 'open',
      occurrences: 1,
      rule_version: 5,
      decided_by: null,
      evidence,
    })
    expect(found[0]?.tags.map(({ code, audience }) => `${code} ${audience}`).toSorted()).toEqual([
      'history_changed public',
      'mirror_account silent',
    ])
    expect(found[0]?.tags[0]).toMatchObject({ evidence, last_at: iso(clock.now()) })
    expect(counts).toMatchObject({ waiting: 1, holding: 0, answered: 0 })
  })

  test('is walked by its cursor: the longest waiting first, every case once', async () => {
    const expected: string[] = [await caseOf(bruno, 'mirror_account')]
    for (let index = 0; index < 5; index += 1) {
      // Two of each moment: the id decides.
      if (index % 2 === 0) clock.advance(1_000)
      const who = await ranked(`dario${index}`)
      await find(who, 'history_cut')
      expected.push(await caseOf(who, 'history_cut'))
    }
    const listed: string[] = []
    let cursor: string | null = null
    do {
      const page: Cases = await cases(`?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`)
      listed.push(...page.cases.map((one) => one.case_id))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(listed).toEqual(expected)
    expect((await cases('?code=history_cut')).cases).toHaveLength(5)
    const [first] = (await cases('?code=history_cut')).cases
    const dario = (await cases(`?cursor=${first?.case_id}&limit=1&code=history_cut`)).cases[0]
    expect(dario?.username).toBe('dario1')
    expect((await cases()).counts).toMatchObject({ waiting: 6, answered: 0 })
    // A case that is requested by its id is there with every status.
    expect((await cases(`?status=upheld&case_id=${first?.case_id}`)).cases).toEqual([first])
  })

  test('lists the decided ones, newest first', async () => {
    const cleared = (await cases('?status=cleared')).cases
    expect(cleared.length).toBeGreaterThan(1)
    expect(cleared.map((one) => one.opened_at)).toEqual(
      cleared
        .map((one) => one.opened_at)
        .toSorted()
        .toReversed(),
    )
    expect(cleared.every((one) => one.status === 'cleared')).toBe(true)
    const statuses = await Promise.all(
      (['open', 'answered', 'upheld', 'waiting'] as const).map(
        async (status) => (await cases(`?status=${status}`)).cases,
      ),
    )
    expect(statuses.map((list) => new Set(list.map((one) => one.status)).size)).toEqual([1, 0, expect.any(Number), 1])
  })
})
