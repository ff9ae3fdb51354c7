import { afterAll, expect, test } from 'vitest'
import { until } from '#server/testing/until.ts'
import { testKernel } from '#server/testing/kernel.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { showcaseSorts, type listShowcases } from '../../contract.ts'
import { approve, callsOf, diamondTrader, goodBody, showcaseScene } from '../testing/scene.ts'

type List = ResponseOf<typeof listShowcases>

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const scene = await showcaseScene(kernel)
afterAll(scene.close)
const { call, made } = callsOf(scene, kernel)
const nets = (net: number) => Array.from({ length: 15 }, () => net)

test('a demo account comes after every real one, in every order and from page to page', async () => {
  const shapes = [
    { username: 'reale', nets: nets(5) },
    { username: 'prova', nets: nets(90), trade_mode: 'demo' as const },
    { username: 'altra', nets: nets(-5) },
  ]
  for (const shape of shapes) {
    const { showcase_id: id } = await made(await diamondTrader(kernel, shape), goodBody())
    kernel.clock.advance(1_000)
    await approve(kernel, id)
  }
  await until(() => scene.showcases.listData({}).total === 3 && scene.leaderboard.snapshot().size === 3, 5_000)
  for (const sort of showcaseSorts) {
    const page = async (query: string) =>
      (await call('GET', `/api/showcases?sort_by=${sort}&limit=2${query}`, null)).json<List>()
    const first = await page('')
    const second = await page(`&cursor=${first.next_cursor}`)
    const names = [...first.showcases, ...second.showcases].map(({ trader_username }) => trader_username)
    expect([sort, names.length, names.at(-1)]).toEqual([sort, 3, 'prova'])
  }
})
