import { describe, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { openDesk } from '../desk.ts'
import { bodies, expectInOrder, pauses, platforms, ticketsSent } from './checks.ts'
import { longHistory } from './histories.ts'
import { expectRecords, expectStored } from './stored.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' }, now: '2026-11-17T08:00:00Z' })
const desk = await openDesk(kernel)

describe.each(platforms)('%s', (platform) => {
  test('a first connection sends a history of 5,000 records in batches that fit, each record once', async () => {
    const { terminal, trader } = await desk.terminal(platform)
    terminal.account.load(longHistory(platform, 5_201, terminal.brokerSeconds()))
    const { count } = terminal.account.ledger()
    expect(count).toBeGreaterThan(5_000)

    await terminal.attach()
    await terminal.advance(30)
    expect(terminal.chart).toContain('Operazioni ancora da inviare: ')
    expect(terminal.chart).toContain('Importazione in corso: ')
    await terminal.advance(170)

    const [first] = bodies(terminal)
    expect(first?.history).toMatchObject({ more: true, items: [] })
    expect(first?.ledger).toEqual(terminal.account.ledger())
    expectInOrder(terminal)
    expect(ticketsSent(terminal)).toHaveLength(count)
    for (const { raw, body } of terminal.requests) {
      expect(raw.byteLength).toBeLessThan(256 * 1024)
      expect((body as { history: { items: unknown[] } }).history.items.length).toBeLessThanOrEqual(200)
    }
    const batches = Math.ceil(count / 200)
    expect(terminal.requests).toHaveLength(batches + 1)
    for (const pause of pauses(terminal)) expect(pause).toBeLessThanOrEqual(3)
    const stored = await expectStored(desk, trader, terminal.account)
    expect(stored.witnessed).toBe(0)
    await expectRecords(kernel.sql, trader, terminal.account)
    expect(terminal.chart).toContain('Collegato al sito')
    expect(terminal.chart).not.toContain('ancora da inviare')
  })

  test('a new account with nothing in its history counts from its first price on', async () => {
    const { terminal, trader } = await desk.terminal(platform)
    await terminal.attach()
    await terminal.advance(120)
    const stored = await expectStored(desk, trader, terminal.account)
    expect(stored.records).toBe(0)
    terminal.account.deposit(250)
    await terminal.advance(600)
    expect((await expectStored(desk, trader, terminal.account)).balance).toBe(250)
  })

  test('the terminal dies in the middle of the import, before and after the server has answered', async () => {
    const { terminal, trader } = await desk.terminal(platform)
    terminal.account.load(longHistory(platform, 1_401, terminal.brokerSeconds()))
    await terminal.attach()
    for (const moment of ['answered', 'sent'] as const) {
      terminal.killDuring(3, moment)
      await terminal.advance(60)
      await terminal.start()
    }
    await terminal.advance(120)
    const boots = new Set(bodies(terminal).map(({ sync }) => sync.boot))
    expect(boots.size).toBe(3)
    const stored = await expectStored(desk, trader, terminal.account)
    expect(stored.witnessed).toBe(0)
    await expectRecords(kernel.sql, trader, terminal.account)
    // The server's cursor goes on where the last durable batch ended: at most the interrupted batch is sent twice.
    const { count } = terminal.account.ledger()
    expect(ticketsSent(terminal).length).toBeLessThanOrEqual(count + 400)
  })

  test('the server restarts in the middle of the import and is away for a while afterwards', async () => {
    const { terminal, trader } = await desk.terminal(platform)
    terminal.account.load(longHistory(platform, 1_001, terminal.brokerSeconds()))
    await terminal.attach()
    await terminal.advance(10)
    await desk.restartServer()
    await terminal.advance(300)
    await expectStored(desk, trader, terminal.account)

    const accepted = bodies(terminal).length
    await desk.down()
    await terminal.advance(1_800)
    expect(terminal.chart).toContain('Il sito non risponde')
    terminal.account.deposit(100)
    await desk.up()
    await terminal.advance(1_300)
    expect(terminal.chart).toContain('Collegato al sito')
    const points = bodies(terminal)
      .slice(accepted)
      .flatMap((body) => body.points ?? [])
    expect(points.length).toBeGreaterThanOrEqual(5)
    await expectStored(desk, trader, terminal.account)
  })
})
