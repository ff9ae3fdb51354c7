import { expect, test } from 'vitest'
import { sharedTokenMessage } from '#features/ea/rules/reception/messages.ts'
import { eaStatus } from '#features/ea/server/service.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getOwnIntegrity } from '../../contract.ts'
import { ownerTexts } from '../../rules/finding-texts.ts'
import { integritySite } from '../testing/site.ts'
import { syncedAccount } from '../testing/synced-account.ts'

const { kernel, app } = await integritySite({})

const alternating = 'Due terminali inviano lo stesso conto: tieni acceso l’Expert Advisor su uno solo.'
const pc = { boot: 'pc', from: '192.0.2.1' }
const vps = { boot: 'vps', from: '198.51.100.9' }

test('PC and VPS for a day, each every five minutes: no hold, and both charts and the owner read why and what to do', async () => {
  const { send, stored, trader } = await syncedAccount(kernel, app, { ...pc, wait: 2.5 * MINUTE_MS })
  /** Both in turn; each chart's sentences, the newest of equal ones alone. */
  async function turns(count: number, token = trader.token): Promise<[status: number, message: string][]> {
    const said: [status: number, message: string][] = []
    for (let turn = 0; turn < count; turn += 1) {
      const { status, body } = await send({ ...(turn % 2 === 0 ? vps : pc), token })
      if (said.at(-1)?.[1] !== body.message) said.push([status, body.message])
    }
    return said
  }
  async function newToken(): Promise<string> {
    const made = await app.inject({ method: 'POST', url: '/api/generate-ea-token', headers: trader.headers })
    return made.json<{ ea_token: string }>().ea_token
  }
  async function own() {
    const answer = await app.inject({ method: 'GET', url: '/api/account/integrity', headers: trader.headers })
    return answer.json<ResponseOf<typeof getOwnIntegrity>>()
  }

  const day = await turns(24 * 24)
  expect(day.at(-1)).toEqual([401, sharedTokenMessage])
  expect(day).toContainEqual([200, alternating])
  expect(await stored()).toMatchObject({ cases: ['two_senders'], held: false })
  const status = () => eaStatus(kernel, trader.trader_id, { withToken: true })
  expect(await status()).toMatchObject({ has_ea_token: false, last_error: sharedTokenMessage })
  const { under_review, cases } = await own()
  expect(under_review).toBe(false)
  expect(cases).toMatchObject([{ code: 'two_senders', holds: false, ...ownerTexts('two_senders') }])

  // The new one in both again: it ends as before.
  const second = await newToken()
  const again = await turns(24, second)
  expect(again.at(-1)).toEqual([401, sharedTokenMessage])
  expect(await stored()).toMatchObject({ cases: ['two_senders'], held: false })

  const third = await newToken()
  for (let sync = 0; sync < 12; sync += 1) {
    expect(await send({ ...vps, token: third, wait: 5 * MINUTE_MS })).toMatchObject({ status: 200 })
  }
  expect(await send({ ...pc, token: second })).toMatchObject({ status: 401, body: { message: sharedTokenMessage } })
  expect(await send({ ...vps, token: third })).toMatchObject({ status: 200, body: { level: 'info' } })
  expect(await stored()).toMatchObject({ held: false })

  const remove = async () => {
    const answer = await app.inject({ method: 'DELETE', url: '/api/reset-ea-token', headers: trader.headers })
    return answer.json<{ message: string }>().message
  }
  expect(await status()).toMatchObject({ has_ea_token: true, last_error: null })
  expect(await remove()).toBe('Token eliminato.')
  expect(await remove()).toBe('Non c’è più nessun token da eliminare.')
  expect(await status()).toMatchObject({ has_ea_token: false, last_error: null })
})
