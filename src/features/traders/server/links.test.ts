import { describe, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, type Person } from '#server/testing/people.ts'
import { bypasses } from '#shared/testing/link-bypasses.ts'
import { registerLinkRoutes } from './links.ts'

const kernel = await testKernel()
const { sql } = kernel
/** The part of the ranking that these calls use. */
const ranks = new Map<string, number>()
const app = await testApp(kernel, (server) =>
  registerLinkRoutes(server, kernel, { rankOf: (traderId) => ranks.get(traderId) ?? null }),
)

let next = 0
const someone = (options?: { is_admin: boolean }) => person(kernel, `trader_${++next}`, options)
async function ranked(rank: number): Promise<Person> {
  const who = await someone()
  ranks.set(who.trader_id, rank)
  return who
}
const call = (method: 'PUT' | 'POST' | 'DELETE', url: string, who: Person | null, payload?: object) =>
  app.inject({ method, url, ...(who && { headers: who.headers }), ...(payload && { payload }) })
const stored = async (who: Person) =>
  (await sql`select myfxbook_url, links from trader where trader_id = ${who.trader_id}`)[0]
const page = 'https://www.myfxbook.com/members/anna/conto/1'

describe('the verification page', () => {
  test.each([
    ['PUT', '/api/trader/myfxbook', 'DELETE', '/api/trader/myfxbook'],
    ['POST', '/api/profile/update-myfxbook', 'POST', '/api/profile/remove-myfxbook'],
  ] as const)('%s %s links it, %s %s removes it', async (method, url, removeMethod, removeUrl) => {
    const anna = await someone()
    expect((await call(method, url, anna, { myfxbook_url: ` ${page} ` })).json()).toEqual({
      success: true,
      message: '✅ MyFxBook collegato con successo!',
      myfxbook_url: page,
    })
    expect(await stored(anna)).toMatchObject({ myfxbook_url: page })
    expect((await call(removeMethod, removeUrl, anna)).json()).toEqual({
      success: true,
      message: '✅ MyFxBook rimosso',
      myfxbook_url: null,
    })
    expect(await stored(anna)).toMatchObject({ myfxbook_url: null })
    expect((await call(method, url, null, { myfxbook_url: page })).statusCode).toBe(401)
    expect((await call(removeMethod, removeUrl, null)).statusCode).toBe(401)
  })

  test.each(['', '   ', null])('an empty value (%j) removes it', async (value) => {
    const anna = await someone()
    await call('PUT', '/api/trader/myfxbook', anna, { myfxbook_url: page })
    const answer = await call('PUT', '/api/trader/myfxbook', anna, { myfxbook_url: value })
    expect(answer.json()).toMatchObject({ myfxbook_url: null, message: '✅ MyFxBook rimosso' })
  })

  test.each([
    ['https://example.com/', "L'URL deve contenere myfxbook.com"],
    ['ciao', "L'URL deve contenere myfxbook.com"],
    ['https://myfxbook.com.evil.com/', "L'URL deve contenere myfxbook.com"],
    ['http://www.myfxbook.com/', 'Il link deve iniziare con https://'],
    ['https://x@myfxbook.com/', 'Il link non è valido.'],
  ])('%s: %s', async (value, sentence) => {
    const anna = await someone()
    const answer = await call('PUT', '/api/trader/myfxbook', anna, { myfxbook_url: value })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ detail: sentence, fields: { myfxbook_url: sentence } })
    expect(await stored(anna)).toMatchObject({ myfxbook_url: null })
  })

  test('no bypass of the table is stored', async () => {
    const anna = await someone()
    const texts = bypasses.filter((text) => text.trim() !== '')
    for (const text of texts) {
      const answer = await call('PUT', '/api/trader/myfxbook', anna, { myfxbook_url: text })
      expect(answer.statusCode).toBe(422)
    }
    expect(await stored(anna)).toMatchObject({ myfxbook_url: null })
  })

  test('a body without the field, or of another shape, is 422', async () => {
    const anna = await someone()
    for (const body of [{}, { myfxbook_url: 1 }, { myfxbook_url: [page] }, { url: page }]) {
      expect((await call('PUT', '/api/trader/myfxbook', anna, body)).statusCode).toBe(422)
    }
  })

  test('the owner comes from the session alone', async () => {
    const [anna, bruno] = [await someone(), await someone()]
    await call('PUT', '/api/trader/myfxbook', anna, { myfxbook_url: page, trader_id: bruno.trader_id, is_admin: true })
    expect(await stored(bruno)).toMatchObject({ myfxbook_url: null })
    expect(await sql`select is_admin from trader where trader_id = ${anna.trader_id}`).toEqual([{ is_admin: false }])
  })
})

describe('links of a profile', () => {
  const url = '/api/trader/links'

  test('are set, unchanged when not named, and removed by an empty text', async () => {
    const anna = await ranked(1)
    const first = await call('POST', url, anna, {
      trader_id: anna.trader_id,
      links: { copy_trading: 'https://broker.com/copy/1', telegram: 't.me/anna', evil: 'https://x.it', myfxbook: page },
    })
    expect(first.json()).toEqual({
      success: true,
      message: 'Link salvati.',
      links: {
        copy_trading: 'https://broker.com/copy/1',
        telegram: 'https://t.me/anna',
        instagram: null,
        facebook: null,
        tiktok: null,
        twitter: null,
        broker: null,
        website: null,
        myfxbook: page,
      },
    })
    await call('POST', url, anna, {
      trader_id: anna.trader_id,
      links: { telegram: '', myfxbook: null, twitter: 'https://x.com/anna' },
    })
    expect(await stored(anna)).toMatchObject({
      links: { copy_trading: 'https://broker.com/copy/1', twitter: 'https://x.com/anna' },
    })
    const lines =
      await sql`select action, actor, details from audit_log where subject = ${anna.trader_id} order by audit_id`
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatchObject({
      action: 'trader.links',
      actor: anna.trader_id,
      details: { rank: 1, set: ['twitter'], removed: ['telegram', 'myfxbook'] },
    })
    // The audit log is never deleted, so it holds no text that may name a person.
    expect(JSON.stringify(lines)).not.toContain('http')
  })

  test('need a token, the own id, and one of the first three places', async () => {
    const [third, fourth, unranked] = [await ranked(3), await ranked(4), await someone()]
    const body = (who: Person) => ({ trader_id: who.trader_id, links: { website: 'https://anna.it' } })
    expect((await call('POST', url, null, body(third))).statusCode).toBe(401)
    expect((await call('POST', url, fourth, body(third))).statusCode).toBe(403)
    expect((await call('POST', url, third, body(third))).statusCode).toBe(200)
    for (const who of [fourth, unranked]) {
      const answer = await call('POST', url, who, body(who))
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({ error_type: 'LINKS_RESERVED' })
      expect(await stored(who)).toMatchObject({ links: {} })
    }
    expect(await stored(third)).toMatchObject({ links: { website: 'https://anna.it/' } })
  })

  test('an admin may set those of a trader in the first three, not of others', async () => {
    const [admin, second, fifth] = [await someone({ is_admin: true }), await ranked(2), await ranked(5)]
    const body = (traderId: string) => ({ trader_id: traderId, links: { website: 'https://anna.it' } })
    expect((await call('POST', url, admin, body(second.trader_id))).statusCode).toBe(200)
    expect((await call('POST', url, admin, body(fifth.trader_id))).statusCode).toBe(403)
    expect((await call('POST', url, admin, body(kernel.secrets.newId()))).statusCode).toBe(404)
    expect((await call('POST', url, admin, body('1'))).statusCode).toBe(422)
  })

  test('a refused one is reported at its field, and none of the others is stored', async () => {
    const anna = await ranked(1)
    const answer = await call('POST', url, anna, {
      trader_id: anna.trader_id,
      links: {
        website: 'https://anna.it',
        telegram: 'https://evil.com',
        broker: 'javascript:alert(1)',
        copy_trading: `https://a.it/${'a'.repeat(300)}`,
        myfxbook: 'https://myfxbook.com.evil.com',
      },
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.json<{ fields: object }>().fields).toEqual({
      'links.telegram': 'Il link deve portare a t.me, telegram.me o telegram.org.',
      'links.broker': 'Il link deve iniziare con https://',
      'links.copy_trading': 'Il link è troppo lungo: al massimo 300 caratteri.',
      'links.myfxbook': 'Il link deve portare a myfxbook.com.',
    })
    expect(await stored(anna)).toMatchObject({ links: {} })
  })

  test('concurrent changes run one after another and none is lost', async () => {
    const anna = await ranked(1)
    const names = ['website', 'broker', 'copy_trading'] as const
    await Promise.all(
      names.map((name) =>
        call('POST', url, anna, {
          trader_id: anna.trader_id,
          links: { [name]: `https://${name.replace('_', '-')}.it` },
        }),
      ),
    )
    expect(Object.keys((await stored(anna))?.['links'] as object)).toHaveLength(3)
  })
})
