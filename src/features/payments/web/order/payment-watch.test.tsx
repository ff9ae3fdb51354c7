import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { connectToasts } from '#web/toasts.ts'
import { withSheets } from '#web/testing/mount.tsx'
import paymentsSheet from '../payments.css?inline'
import { buyer, orderWith } from '../testing/payments.ts'
import { rendered, advanceClock, installClock } from '../testing/time.ts'
import { arrive, dashboardKey, leave, show, shownText, status } from '../testing/watched.tsx'

withSheets(paymentsSheet)

describe('the watch of an order', () => {
  beforeEach(() => {
    arrive()
    installClock()
  })

  afterEach(leave)

  test('the order is read every 30 seconds; the plans after 10 seconds, then every 30', async () => {
    const { count } = show()
    await rendered()
    const orders = count(status)
    const plans = count(dashboardKey)
    await advanceClock(9_000)
    expect(count(dashboardKey)).toBe(plans)
    await advanceClock(2_000)
    expect(count(dashboardKey)).toBe(plans + 1)
    expect(shownText()).toMatch(/\(2 di 60\)/)
    expect(count(status)).toBe(orders)
    await advanceClock(20_000)
    expect(count(status)).toBe(orders + 1)
    await advanceClock(10_000)
    expect(count(dashboardKey)).toBe(plans + 2)
    await advanceClock(20_000)
    expect(count(status)).toBe(orders + 2)
  })

  test('ends after 60 checks, says so, and goes on at a click', async () => {
    const { count } = show()
    await rendered()
    for (let made = count(dashboardKey); made < 60; made += 1) {
      await advanceClock(30_000)
      expect(count(dashboardKey)).toBe(made + 1)
    }
    expect(shownText()).toContain('Il monitoraggio è terminato.')
    expect(shownText()).not.toContain('Prossimo controllo')
    const [orders, plans] = [count(status), count(dashboardKey)]
    await advanceClock(300_000)
    expect([count(status), count(dashboardKey)]).toEqual([orders, plans])
    await page.getByRole('button', { name: 'Riprendi i controlli' }).click()
    await advanceClock(1_000)
    expect(count(dashboardKey)).toBe(plans + 1)
    expect(shownText()).not.toContain('Il monitoraggio è terminato.')
    await advanceClock(30_000)
    expect(count(status)).toBeGreaterThan(orders)
  })

  test('an activated order ends the watch with an announcement', async () => {
    let order = orderWith()
    const { count } = show({ order: () => order })
    await rendered()
    order = orderWith({ status: 'confirmed', activated: true, expires_at: '2027-11-20T15:58:00.000Z' })
    await advanceClock(31_000)
    expect(document.querySelector('dialog[open]')?.textContent).toContain('attivo fino al 20/11/2027.')
    const orders = count(status)
    await advanceClock(120_000)
    expect(count(status)).toBe(orders)
  })

  test('a later end of the plans announces nothing of this order: it only has the order read again', async () => {
    let own: typeof buyer = { ...buyer, leaderboard_expires: '2026-12-01T10:00:00.000Z' }
    const { count } = show({ own: () => own })
    await advanceClock(11_000)
    const orders = count(status)
    own = { ...own, leaderboard_expires: '2027-12-01T10:00:00.000Z' }
    await advanceClock(30_000)
    // The one that was due, and the one for the later end.
    expect(count(status)).toBe(orders + 2)
    expect(document.querySelector('dialog')).toBeNull()
    expect(shownText()).not.toContain('Abbonamento attivo')
  })

  test('a hidden tab requests nothing, and requests at once when it is visible again', async () => {
    const { count } = show()
    await rendered()
    const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await rendered()
    const [orders, plans] = [count(status), count(dashboardKey)]
    await advanceClock(200_000)
    expect([count(status), count(dashboardKey)]).toEqual([orders, plans])
    visible.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await advanceClock(200)
    expect(count(status)).toBe(orders + 1)
    expect(count(dashboardKey)).toBeGreaterThan(plans)
    expect(shownText()).toMatch(/\(2 di 60\)/)
  })

  test('a lost connection is announced above the last reading, and its return too', async () => {
    let isUp = true
    show({
      calls: {
        [status]: () => (isUp ? { body: orderWith() } : Promise.reject(new TypeError('Failed to fetch'))),
      },
    })
    await rendered()
    isUp = false
    await advanceClock(31_000)
    expect(shownText()).toContain('Connessione assente.')
    expect(shownText()).toContain('In attesa del pagamento')
    isUp = true
    await advanceClock(30_000)
    expect(shownText()).not.toContain('Connessione assente.')
  })

  test('a session that ends meanwhile is announced once, with what becomes of the payment', async () => {
    const toasts: string[] = []
    const end = connectToasts(({ text }) => toasts.push(text))
    let isOver = false
    show({
      calls: {
        [status]: () => (isOver ? { status: 401, body: { detail: 'Accesso non autorizzato' } } : { body: orderWith() }),
      },
    })
    await rendered()
    isOver = true
    await advanceClock(70_000)
    end()
    expect(toasts).toEqual([expect.stringMatching(/^Sessione scaduta: .*va avanti da solo/)])
  })

  test('the seconds are silent for screen readers; a new state is announced, once', async () => {
    let order = orderWith()
    show({ order: () => order })
    await rendered()
    const region = document.querySelector('main [aria-live]')
    const changes: string[] = []
    const observer = new MutationObserver(() => changes.push(region?.textContent ?? ''))
    observer.observe(region!, { childList: true, characterData: true, subtree: true })
    await advanceClock(29_000)
    expect(changes).toEqual([])
    order = orderWith({ status: 'confirming', amount_paid: 79.9, amount_missing: 0 })
    await advanceClock(40_000)
    observer.disconnect()
    expect(new Set(changes).size).toBe(1)
    expect(changes[0]).toMatch(/^Pagamento in conferma/)
  })
})
