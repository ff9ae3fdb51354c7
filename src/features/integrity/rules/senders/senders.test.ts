import { describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { catalogue } from '../catalogue.ts'
import { CheckedAccount, type Sent } from '../../testing/checked-account.ts'
import { demoNaming } from './demo-server.ts'

describe('two senders (R6)', () => {
  const syncs = (turns: readonly [boot: string, network: string, minute: number][]) => {
    const account = new CheckedAccount()
    const found = turns.map(([boot, network, minute], seq) =>
      account.send({ at: minute * MINUTE_MS, boot, network, seq: seq + 1 }),
    )
    return { account, found: found.map((codes) => codes.includes('two_senders')) }
  }
  test('three changes of both start and network within half an hour', () => {
    const { account, found } = syncs([
      ['a', 'home', 0],
      ['b', 'host', 5],
      ['a', 'home', 10],
      ['b', 'host', 15],
    ])
    expect(found).toEqual([false, false, false, true])
    expect(account.last?.retires).toBe(true)
    expect(account.evidence('two_senders')).toMatchObject({ changes: 3, threshold: 3, within_minutes: 30 })
  })
  test('a start that comes back on its network counts, whatever new starts the other side names', () => {
    const turns = [0, 1, 2, 3].map((turn) => [turn % 2 === 0 ? 'mine' : `new${turn}`, turn % 2 ? 'y' : 'x', turn * 5])
    const { account, found } = syncs(turns as [string, string, number][])
    expect(found).toEqual([false, false, false, true])
    expect(account.last?.retires).toBe(true)
  })
  test('one start on two networks in turn is a note, and keeps its token', () => {
    const { account, found } = syncs([
      ['a', 'x', 0],
      ['a', 'y', 5],
      ['a', 'x', 10],
      ['a', 'y', 15],
    ])
    expect(found).not.toContain(true)
    expect(account.codes).toContain('networks_in_turn')
    expect(account.last?.retires).toBe(false)
    const moving = syncs([
      ['a', 'x', 0],
      ['a', 'y', 5],
      ['a', 'z', 10],
      ['a', 'w', 15],
    ])
    expect(moving.account.codes).not.toContain('networks_in_turn')
  })
  test('the memory of starts and networks is small', () => {
    const { account } = syncs(
      Array.from({ length: 300 }, (_, turn): [string, string, number] => [`${turn}`, `n${turn}`, turn * 0.01]),
    )
    expect(JSON.stringify(account.state.senders).length).toBeLessThan(2_000)
  })
  test.each([
    [
      'two changes',
      [
        ['a', 'x', 0],
        ['b', 'y', 5],
        ['a', 'x', 10],
      ],
    ],
    [
      'three in more than half an hour',
      [
        ['a', 'x', 0],
        ['b', 'y', 5],
        ['a', 'x', 20],
        ['b', 'y', 36],
      ],
    ],
    [
      'one advisor whose network changes',
      [
        ['a', 'x', 0],
        ['a', 'y', 5],
        ['a', 'x', 10],
        ['a', 'y', 15],
      ],
    ],
    [
      'two advisors on one network',
      [
        ['a', 'x', 0],
        ['b', 'x', 5],
        ['a', 'x', 10],
        ['b', 'x', 15],
      ],
    ],
    [
      'restarts on changing networks',
      [
        ['a', 'x', 0],
        ['b', 'y', 5],
        ['c', 'x', 10],
        ['d', 'y', 15],
      ],
    ],
  ] as const)('not %s', (_name, turns) => {
    expect(syncs(turns.map(([boot, network, minute]) => [boot, network, minute])).found).not.toContain(true)
  })
})

test.each([
  ['Broker-Demo', 'says'],
  ['Broker-Demo02', 'says'],
  ['BrokerDemo', 'says'],
  ['BROKERDEMO', 'says'],
  ['Broker-MT5Demo', 'says'],
  ['BrokerDem0', 'says'],
  ['Broker-D\u0435mo', 'says'],
  ['Broker-De\u200Bmo', 'says'],
  ['demo.broker.com', 'says'],
  ['Contest 3', 'says'],
  ['BrokerTrial-1', 'says'],
  ['BROKERTrial', 'says'],
  ['Practice', 'says'],
  ['Broker-Paper', 'says'],
  ['Broker_Virtual', 'says'],
  ['Broker-Simulated', 'says'],
  ['Contest Capital-Contest', 'says'],
  ['Contest Capital-Live', 'begins'],
  ['PaperStreet-Live', 'begins'],
  ['Broker-Live 2', null],
  ['Democratia-Live', null],
  ['Industrial-Live', null],
  ['', null],
])('a server named %s speaks of a game: %s (R9)', (server, naming) => expect(demoNaming(server)).toBe(naming))

test('a word that may be the broker’s name opens a case, and holds no account', () => {
  const account = new CheckedAccount()
  expect(account.send({ at: 0, server: 'Contest Capital-Live' })).toEqual(['demo_server_name'])
  expect(catalogue.demo_server_name.consequence).toBe('warning')
})

test('a demo server that says real is a state, and ends with it; one that says demo is none', () => {
  const account = new CheckedAccount()
  const sent: Sent = { at: 0, server: 'Broker-Demo' }
  expect(account.send({ ...sent, seq: 1 })).toContain('demo_server')
  expect(account.send({ ...sent, at: 5 * MINUTE_MS, seq: 2 })).not.toContain('demo_server')
  expect(account.send({ at: 10 * MINUTE_MS, seq: 3 })).toEqual([])
  expect(account.last?.ended).toEqual(['demo_server'])
  expect(new CheckedAccount({ tradeMode: 'demo' }).send({ ...sent, seq: 1 })).not.toContain('demo_server')
})

test('a version that was never handed out (R8)', () => {
  expect(new CheckedAccount().send({ at: 0, version: '1.0.0' })).not.toContain('unofficial_version')
  expect(new CheckedAccount().send({ at: 0, version: '9.9.9' })).toContain('unofficial_version')
})

test('the investor’s password on all syncs for a week (R11)', () => {
  const account = new CheckedAccount()
  const adjust: Sent['adjust'] = (request) => ({ ...request, account: { ...request.account, trade_allowed: false } })
  account.send({ at: 0, seq: 1, adjust })
  expect(account.send({ at: 7 * DAY_MS - 1, seq: 2, adjust })).not.toContain('investor_login')
  expect(account.send({ at: 7 * DAY_MS, seq: 3, adjust })).toContain('investor_login')
  account.send({ at: 7 * DAY_MS + MINUTE_MS, seq: 4 })
  expect(account.last?.ended).toContain('investor_login')
  expect(account.send({ at: 8 * DAY_MS, seq: 5, adjust })).not.toContain('investor_login')
})
