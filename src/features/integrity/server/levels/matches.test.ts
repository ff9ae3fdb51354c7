import { describe, expect, test } from 'vitest'
import { until } from '#server/testing/until.ts'
import { person, signedIn } from '#server/testing/people.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { recordVerification } from '../../contract.ts'
import { boundAccountOf } from '../review/review-queries.ts'
import { reviewScene, type RankedPerson } from '../testing/review-scene.ts'

type Answer = ResponseOf<typeof recordVerification>

const { kernel, leaderboard, ranked, prove, find, caseOf, decide, own, profile, call, admin } = await reviewScene()
const { sql, clock, secrets } = kernel
await leaderboard.start()
const iso = (instant: number) => new Date(instant).toISOString()

/** An account with twelve trades that made 480 of 10,000. */
const figures = { balance: 10_480, closed_trades: 12, gain_percentage: 4.8 }
const good = {
  action: 'record',
  source: 'myfxbook',
  link: 'https://www.myfxbook.com/members/anna/conto/1',
  reason: 'Confrontato oggi, cifra per cifra.',
  ...figures,
}
/** An admin's session ends sooner than a match. */
const send = async (who: { trader_id: string }, body: object, actor = admin) =>
  call(
    'POST',
    `/api/admin/traders/${who.trader_id}/verification`,
    { headers: await signedIn(kernel, actor.trader_id) },
    body,
  )
const typeOf = (answer: { statusCode: number; json: <T>() => T }) => [
  answer.statusCode,
  answer.json<{ error_type?: string }>().error_type,
]
let made = 0
async function proven(): Promise<RankedPerson> {
  made += 1
  const who = await ranked(`trader_${made}`)
  await prove(who)
  kernel.changes.announce(who.trader_id)
  return who
}
const levelInList = (who: RankedPerson) => leaderboard.snapshot().byId(who.trader_id)?.entry.verification_level
const revoke = { action: 'revoke', reason: 'La pagina non esiste più.' }

describe('a match with an external source', () => {
  test('is the level L3 for thirty days, named on the profile, and ends by itself', async () => {
    const anna = await proven()
    const answer = await send(anna, good)
    expect(answer.statusCode).toBe(200)
    expect(recordVerification.response.parse(answer.json())).toEqual(answer.json())
    expect(answer.json()).toMatchObject({
      accepted: true,
      level: 'L3',
      compared: {
        currency: 'EUR',
        balance: { there: 10_480, here: 10_480, within: true },
        closed_trades: { there: 12, here: 12, within: true },
        gain_percentage: { there: 4.8, here: 4.8, within: true },
      },
    })
    const match = {
      source: 'myfxbook',
      link: good.link,
      matched_at: iso(clock.now()),
      valid_until: iso(clock.now() + 30 * DAY_MS),
    }
    expect(await own(anna)).toMatchObject({ level: 'L3', match })
    const profiled = await profile(anna)
    expect(profiled).toMatchObject({ verification_level: 'L3', external_match: match })
    expect(profiled.external_match?.compared).toEqual(answer.json<Answer>().compared)
    await until(() => levelInList(anna) === 'L3', 1_500)
    const [line] = await sql`select actor, action, details from audit_log where subject = ${anna.trader_id}`
    expect(line).toMatchObject({
      actor: admin.trader_id,
      action: 'integrity.match',
      details: { accepted: true, source: 'myfxbook' },
    })

    clock.advance(30 * DAY_MS - 1)
    expect((await profile(anna)).verification_level).toBe('L3')
    clock.advance(1)
    expect(await profile(anna)).toMatchObject({ verification_level: 'L2', external_match: null })
    anna.headers = await signedIn(kernel, anna.trader_id)
    expect(await own(anna)).toMatchObject({ level: 'L2', match: null })
  })

  test('ends at the moment that the admin chose, within the same day', async () => {
    const anna = await proven()
    await send(anna, { ...good, valid_until: iso(clock.now() + 600_000) })
    await until(() => levelInList(anna) === 'L3', 1_500)
    clock.advance(600_000)
    await until(() => levelInList(anna) === 'L2', 2_500)
    expect((await profile(anna)).external_match).toBeNull()
  })

  test('is taken back, once', async () => {
    const anna = await proven()
    expect(typeOf(await send(anna, revoke))).toEqual([404, 'MATCH_NOT_FOUND'])
    await send(anna, good)
    await until(() => levelInList(anna) === 'L3', 1_500)
    const answers = await Promise.all([send(anna, revoke), send(anna, revoke)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(answers.find(({ statusCode }) => statusCode === 200)?.json()).toMatchObject({ level: 'L2', compared: null })
    await until(() => levelInList(anna) === 'L2', 1_500)
    expect(await own(anna)).toMatchObject({ level: 'L2', match: null })
  })

  test('needs the page that was compared, but for a login of one’s own', async () => {
    const anna = await proven()
    for (const link of [null, ' ']) {
      const answer = await send(anna, { ...good, link })
      expect([answer.statusCode, Object.keys(answer.json<{ fields: object }>().fields)]).toEqual([422, ['link']])
    }
    expect((await send(anna, { ...good, source: 'investor_login', link: null })).statusCode).toBe(200)
  })
  test('a newer one takes its place', async () => {
    const anna = await proven()
    await send(anna, good)
    clock.advance(MINUTE_MS)
    await send(anna, { ...good, source: 'fxblue', link: 'https://www.fxblue.com/users/anna' })
    expect((await own(anna)).match).toMatchObject({
      source: 'fxblue',
      link: 'https://www.fxblue.com/users/anna',
      matched_at: iso(clock.now()),
    })
    await send(anna, revoke)
    expect((await own(anna)).match).toBeNull()
  })
})

describe('without proven ownership', () => {
  test('a match stands beside our figures and raises no level; the proof of ownership then makes it L3', async () => {
    const anna = await ranked('senza_prova')
    const answer = (await send(anna, { ...good, drawdown_percentage: 3 })).json<Answer>()
    expect(answer).toMatchObject({ accepted: true, level: 'L1', message: expect.stringMatching(/titolarità provata/) })
    kernel.changes.announce(anna.trader_id)
    await until(async () => (await profile(anna)).external_match !== null, 1_500)
    expect(await profile(anna)).toMatchObject({
      verification_level: 'L1',
      external_match: { source: 'myfxbook', matched_at: iso(clock.now()), compared: answer.compared },
    })
    expect(await own(anna)).toMatchObject({ level: 'L1', match: { source: 'myfxbook' } })
    expect(await boundAccountOf(sql, anna.trader_id, iso(clock.now()))).toMatchObject({ matched: false })
    await prove(anna)
    kernel.changes.announce(anna.trader_id)
    await until(() => levelInList(anna) === 'L3', 1_500)
    expect(await boundAccountOf(sql, anna.trader_id, iso(clock.now()))).toMatchObject({ matched: true })
  })

  test('a match ends on the profile too', async () => {
    const anna = await ranked('senza_prova_2')
    await send(anna, good)
    expect((await profile(anna)).external_match).not.toBeNull()
    clock.advance(30 * DAY_MS)
    expect((await profile(anna)).external_match).toBeNull()
  })

  test('figures that differ are the owner’s to explain, and stand nowhere', async () => {
    const anna = await ranked('senza_prova_3')
    expect((await send(anna, { ...good, balance: 20_000 })).json()).toMatchObject({ accepted: false, level: 'L1' })
    expect((await profile(anna)).external_match).toBeNull()
    const { cases } = await own(anna)
    expect(cases).toMatchObject([{ code: 'match_refused' }])
    const [{ evidence, terms } = { evidence: {}, terms: {} }] = cases
    const keys = Object.values(evidence).flatMap((part) => Object.keys(part ?? {}))
    expect(keys).toContain('gain_percentage')
    expect(keys.filter((key) => !(key in terms))).toEqual([])
  })
})

describe('a drawdown of the source', () => {
  test('stands beside ours and decides nothing', async () => {
    const anna = await proven()
    const answer = await send(anna, { ...good, drawdown_percentage: 61.5 })
    expect(answer.json()).toMatchObject({ accepted: true, level: 'L3' })
    const shown = { drawdown_percentage: { there: 61.5, here: 0 } }
    expect((await profile(anna)).external_match?.compared).toMatchObject(shown)
  })

  test('is none in a match without one, and in one that was stored before it could be entered', async () => {
    const anna = await proven()
    await send(anna, good)
    expect((await profile(anna)).external_match?.compared).toMatchObject({ drawdown_percentage: null })
    await sql`
      update external_match set figures = figures - 'drawdown_percentage' - 'currency'
       where account_id = ${anna.account_id}`
    expect((await profile(anna)).external_match?.compared).toMatchObject({ drawdown_percentage: null, currency: 'EUR' })
  })

  test('a trader who hides amounts shows no balance of the match', async () => {
    const anna = await proven()
    await send(anna, good)
    await sql`update trader set hide_amounts = true where trader_id = ${anna.trader_id}`
    kernel.changes.announce(anna.trader_id)
    await until(async () => (await profile(anna)).external_match?.compared.balance.here === null, 1_500)
    expect((await profile(anna)).external_match?.compared).toMatchObject({
      balance: { there: null, here: null, within: true },
      closed_trades: { there: 12, here: 12 },
    })
  })
})

describe('figures that differ', () => {
  test.each([
    [{ balance: 10_700 }, 'balance'],
    [{ closed_trades: 13 }, 'closed_trades'],
    [{ gain_percentage: 7 }, 'gain_percentage'],
  ] as const)('%j: nothing counts, an earlier match ends, and the account carries a warning', async (wrong, name) => {
    const anna = await proven()
    await send(anna, good)
    clock.advance(MINUTE_MS)
    const answer = (await send(anna, { ...good, ...wrong })).json<Answer>()
    expect(answer).toMatchObject({ accepted: false, level: 'L2', compared: { [name]: { within: false } } })
    const { level, match, tags, cases, under_review } = await own(anna)
    expect({ level, match, under_review }).toEqual({ level: 'L2', match: null, under_review: false })
    expect(tags).toMatchObject([{ code: 'match_refused', consequence: 'warning', rule: 'R50' }])
    expect(cases).toMatchObject([{ code: 'match_refused', holds: false, evidence: { inputs: wrong, found: figures } }])
    // It is the owner's, not the public's.
    expect(await profile(anna)).toMatchObject({ flags: [], not_ranked_reasons: [], external_match: null })
    // Figures that agree later close the case: nothing is left to decide.
    clock.advance(MINUTE_MS)
    expect((await send(anna, good)).json<Answer>()).toMatchObject({ accepted: true, level: 'L3' })
    expect((await own(anna)).cases).toMatchObject([{ code: 'match_refused', status: 'cleared', reason: good.reason }])
  })
})

describe('before any comparison', () => {
  test('an account that a person has found false matches nothing', async () => {
    const anna = await proven()
    await find(anna, 'positions_invented')
    const headers = await signedIn(kernel, admin.trader_id)
    const upheld = { decision: 'upheld', reason: 'Posizioni mai viste.' }
    expect((await decide(await caseOf(anna, 'positions_invented'), upheld, { headers })).statusCode).toBe(200)
    expect(typeOf(await send(anna, good))).toEqual([409, 'DATA_NOT_VERIFIED'])
  })

  test('there must be a trader with an account', async () => {
    const nuovo = await person(kernel, 'nuovo')
    expect(typeOf(await send(nuovo, good))).toEqual([409, 'ACCOUNT_NOT_BOUND'])
    expect(typeOf(await send(nuovo, revoke))).toEqual([409, 'ACCOUNT_NOT_BOUND'])
    expect(typeOf(await send({ trader_id: secrets.newId() }, good))).toEqual([404, 'USER_NOT_FOUND'])
    expect((await send({ trader_id: '1' }, good)).statusCode).toBe(422)
  })

  test('it is an admin who compares', async () => {
    const anna = await proven()
    expect((await send(anna, good, anna)).statusCode).toBe(403)
    const url = `/api/admin/traders/${anna.trader_id}/verification`
    expect((await call('POST', url, null, good)).statusCode).toBe(401)
    expect((await own({ ...anna, headers: await signedIn(kernel, anna.trader_id) })).level).toBe('L2')
  })

  test.each([
    {},
    { action: 'record' },
    { action: 'accept' },
    { ...good, source: 'amico' },
    { ...good, link: 'http://www.myfxbook.com/x' },
    { ...good, link: 'javascript:alert(1)' },
    { ...good, balance: '10480' },
    { ...good, balance: null },
    { ...good, closed_trades: -1 },
    { ...good, closed_trades: 1.5 },
    { ...good, closed_trades: 100_000_001 },
    { ...good, balance: 1e13 },
    { ...good, balance: -1e13 },
    { ...good, gain_percentage: 1e10 },
    { ...good, gain_percentage: -1e10 },
    { ...good, drawdown_percentage: -1 },
    { ...good, drawdown_percentage: 100.1 },
    { ...good, drawdown_percentage: '12' },
    { ...good, reason: 'sì' },
    { ...good, valid_until: 'domani' },
    { ...good, valid_until: '2020-01-01T00:00:00Z' },
    { ...good, valid_until: '2099-01-01T00:00:00Z' },
    { action: 'revoke' },
    { action: 'revoke', reason: 'Me lo ha scritto anna@example.com.' },
  ])('%j is refused', async (body) => {
    const anna = await proven()
    const answer = await send(anna, body)
    expect(typeOf(answer)).toEqual([422, 'VALIDATION'])
    expect(await sql`select from external_match where account_id = ${anna.account_id}`).toHaveLength(0)
  })
})
