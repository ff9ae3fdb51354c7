import { expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { Person } from '#server/testing/people.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import type { listCases } from '../../contract.ts'
import { reviewScene } from '../testing/review-scene.ts'

const { kernel, ranked, find, caseOf, decide, call, admin } = await reviewScene()
const { clock } = kernel
const anna = await ranked('anna')
const bruno = await ranked('bruno')
const codes = ['history_changed', 'balance_invented', 'demo_server'] as const
for (const who of [bruno, anna]) {
  for (const code of codes) {
    clock.advance(MINUTE_MS)
    await find(who, code)
  }
}
await decide(await caseOf(anna, 'demo_server'), { decision: 'upheld', reason: 'Il broker lo ha confermato.' })

type Page = ResponseOf<typeof listCases>
const page = async (query: string) => (await call('GET', `/api/admin/integrity${query}`, admin)).json<Page>()
const reply = (who: Person, id: string, text: string) =>
  call('POST', `/api/account/integrity/${id}/reply`, who, { reply: text })
const names = ({ cases }: Page) => cases.map(({ username, code }) => `${username} ${code}`)

test('one trader’s cases alone, whatever their state', async () => {
  const all = await page(`?status=all&trader_id=${anna.trader_id}`)
  expect(all.total).toBe(3)
  expect(names(all)).toEqual(['anna demo_server', 'anna balance_invented', 'anna history_changed'])
  expect((await page(`?trader_id=${anna.trader_id}`)).total).toBe(2)
  expect((await page(`?trader_id=${kernel.secrets.newId()}&status=all`)).cases).toEqual([])
  // The figures above the list are those of everybody.
  expect(all.counts).toMatchObject({ waiting: 5, upheld: 1 })
})

test('numbered pages of every order name each case once', async () => {
  for (const by of ['opened_at', 'last_at', 'reply_by', 'username']) {
    for (const order of ['asc', 'desc']) {
      const walked: string[] = []
      for (let number = 1; number <= 4; number += 1) {
        const part = await page(`?status=all&limit=2&page=${number}&sort_by=${by}&order=${order}`)
        expect(part).toMatchObject({ total: 6, next_cursor: null })
        walked.push(...part.cases.map(({ case_id: id }) => id))
      }
      expect([by, order, walked.length, new Set(walked).size]).toEqual([by, order, 6, 6])
    }
  }
  expect(names(await page('?sort_by=username&limit=2'))).toEqual(['anna history_changed', 'anna balance_invented'])
  expect(names(await page('?page=1&limit=1'))).toEqual(['bruno history_changed'])
  expect(names(await page('?order=desc&limit=1'))).toEqual(['anna balance_invented'])
})

test('a cursor goes on where a page ended; beside a page it is refused', async () => {
  const first = await page('?limit=4')
  expect(first).toMatchObject({ total: 5 })
  const rest = await page(`?limit=4&cursor=${first.next_cursor}`)
  expect([...names(first), ...names(rest)]).toHaveLength(5)
  for (const query of ['?page=0', '?page=x', '?sort_by=code', '?order=up', '?trader_id=1', '?status=none']) {
    expect([query, (await call('GET', `/api/admin/integrity${query}`, admin)).statusCode]).toEqual([query, 422])
  }
  const answer = await call('GET', `/api/admin/integrity?cursor=${first.next_cursor}&page=2`, admin)
  expect(answer.statusCode).toBe(422)
})

test('a case that is opened, answered or decided between two pages repeats and skips none, in every order', async () => {
  const answered = await caseOf(bruno, 'demo_server')
  await reply(bruno, answered, 'Il broker ha cambiato server: lo conferma il contratto.')
  for (const status of ['waiting', 'all', 'answered', 'upheld']) {
    for (const by of ['opened_at', 'last_at', 'reply_by', 'username']) {
      for (const order of ['asc', 'desc']) {
        clock.advance(MINUTE_MS)
        const query = `?status=${status}&sort_by=${by}&order=${order}`
        const before = (await page(`${query}&limit=100`)).cases.map(({ case_id: id }) => id)
        const first = await page(`${query}&limit=1&page=1`)
        clock.advance(MINUTE_MS)
        const newcomer = await ranked(`a${(newcomers += 1)}`)
        for (const code of codes) await find(newcomer, code)
        await reply(newcomer, await caseOf(newcomer, 'demo_server'), 'Non capisco la segnalazione: ho un solo conto.')
        await decide(await caseOf(newcomer, 'history_changed'), {
          decision: 'upheld',
          reason: 'Il broker lo ha confermato.',
        })
        const read = first.cases.map(({ case_id: id }) => id)
        for (let number = 2; number <= before.length; number += 1) {
          const part = await page(`${query}&limit=1&page=${number}&until=${first.at}`)
          expect(part.total).toBe(before.length)
          read.push(...part.cases.map(({ case_id: id }) => id))
        }
        expect([query, read]).toEqual([query, before])
      }
    }
  }
  expect((await call('GET', '/api/admin/integrity?until=ieri', admin)).statusCode).toBe(422)
}, 120_000)
let newcomers = 0
