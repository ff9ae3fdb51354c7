import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { withSheets } from '#web/testing/mount.tsx'
import paymentsSheet from '../payments.css?inline'
import { orderWith } from '../testing/payments.ts'
import { advanceClock, installClock, rendered } from '../testing/time.ts'
import { arrive, leave, show, shownText } from '../testing/watched.tsx'

withSheets(paymentsSheet)

beforeEach(() => {
  arrive()
  installClock()
})
afterEach(leave)

const paid = { amount_paid: 79.9, amount_missing: 0, checked_at: '2026-11-20T15:50:00.000Z' }
const confirming = orderWith({ status: 'confirming', ...paid })
const active = orderWith({ status: 'finished', activated: true, expires_at: '2027-11-20T15:58:00.000Z', ...paid })

/** Tops of the parts, and the end of the page's content. */
const places = () => {
  const boxOf = (part: string) => document.querySelector(`main ${part}`)!.getBoundingClientRect()
  return {
    title: boxOf('h1').top,
    steps: boxOf('.steps').top,
    rows: boxOf('.rows').top,
    actions: boxOf('.wait-actions').top,
    aside: boxOf('aside').top,
    end: boxOf('.main-side').bottom,
  }
}

/** An observer holds the height: it runs after the first frame's own work. */
const framed = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

test.each([360, 390, 768, 1440])('a plan that becomes active moves nothing, at %i px', async (width) => {
  await page.viewport(width, 900)
  let order = confirming
  show({ order: () => order })
  await rendered()
  await framed()
  expect(shownText()).toContain('Pagamento in conferma')
  const before = places()
  order = active
  await advanceClock(31_000)
  expect(shownText()).toContain('Il pagamento è completo e il piano è attivo')
  expect(places()).toEqual(before)
})

test('at another width the parts are as high as their content', async () => {
  await page.viewport(390, 900)
  let order = confirming
  show({ order: () => order })
  await rendered()
  await framed()
  order = active
  await advanceClock(31_000)
  const [held, text] = [document.querySelector('.wait-head > div')!, document.querySelector('.wait-head p')!]
  const roomBelow = () => held.getBoundingClientRect().bottom - text.getBoundingClientRect().bottom
  expect(roomBelow()).toBeGreaterThan(20)
  await page.viewport(1440, 900)
  await expect.poll(roomBelow).toBe(0)
})
