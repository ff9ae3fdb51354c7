import type { Page } from '@playwright/test'
import { settle, test } from './demo.ts'
import { enterAs, everybody } from './every-view.ts'
import { expect } from './fixtures.ts'

/** A motion of this time, in ms, is none: it only puts off what it shows. */
const instantMs = 1

interface Sight {
  on: string
  /** Brings the parts onto the page. */
  does?: (page: Page) => Promise<void>
  /** Selectors of parts that move where nobody objects. */
  parts: string[]
}

const sights: Record<(typeof everybody)[number], Sight[]> = {
  visitor: [
    {
      on: '/',
      does: (page) => page.getByRole('button', { name: 'Definizione: Drawdown Max' }).first().click(),
      parts: ['.btn', '.board', '.term-popup'],
    },
    { on: '/?view=contacts', parts: ['.questions summary > svg'] },
    {
      on: '/?view=auth',
      async does(page) {
        await page.route('**/api/auth/login', () => new Promise(() => {}))
        await page.getByLabel('Email o username').fill('marta.ferrero')
        await page.getByRole('textbox', { name: 'Password' }).fill('Cavallo-Blu-77')
        await page.getByRole('button', { name: 'Accedi', exact: true }).click()
      },
      parts: ['.spin'],
    },
  ],
  trader: [
    {
      on: '/?view=account',
      async does(page) {
        // The button stands below the first screen: it comes when the page is used, or after ten seconds.
        await page.mouse.wheel(0, 1)
        await page.getByRole('button', { name: 'Elimina l’account' }).click()
      },
      parts: ['.switch input::before', '.ask', '.ask-backdrop'],
    },
  ],
  admin: [
    {
      on: '/?view=admin',
      does: (page) =>
        page
          .getByRole('button', { name: /^Azioni per / })
          .first()
          .click(),
      parts: ['.list-menu'],
    },
    {
      on: '/?view=admin',
      async does(page) {
        await page.getByRole('button', { name: 'Pannello admin' }).click()
        await page.getByRole('tab', { name: 'Manutenzione' }).click()
        await page.getByRole('button', { name: 'Prepara un’email a tutti gli utenti' }).click()
      },
      parts: ['.adm', '.mnt-switch::before', '.toast', '.toast-bar'],
    },
  ],
}

/** The parts of the page that take time to move: of those with a name as it is here, and of all others the element. */
async function movingParts(page: Page, parts: string[]): Promise<string[]> {
  const shown = parts.map((part) => part.replace('::before', ''))
  for (const part of shown) await expect(page.locator(part).first(), part).toBeAttached()
  return page.evaluate(
    ([named, instant]) => {
      const isMoving = (element: Element, pseudo?: string) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element, pseudo)
        const times = `${transitionDuration},${animationDuration}`.split(',')
        return times.some((time) => Number.parseFloat(time) * 1_000 > instant)
      }
      return [...document.querySelectorAll('body, body *')].flatMap((element) =>
        [undefined, '::before', '::after']
          .filter((pseudo) => isMoving(element, pseudo))
          .map((pseudo = '') => {
            const name = named.find(
              (one) => one.endsWith(pseudo) && element.matches(one.slice(0, one.length - pseudo.length)),
            )
            return name ?? `${element.tagName} ${element.className}${pseudo}`
          }),
      )
    },
    [parts, instantMs] as const,
  )
}

test.describe.configure({ timeout: 180_000 })

for (const who of everybody) {
  test(`${who}: what moves stands still for those who ask for less motion`, async ({ page, demo }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await enterAs(page, demo, who)
    const moving = async ({ on, does, parts }: Sight, reducedMotion: 'reduce' | 'no-preference') => {
      await page.emulateMedia({ reducedMotion })
      await page.goto(on)
      await settle(page)
      await does?.(page)
      return movingParts(page, parts)
    }
    for (const sight of sights[who]) {
      expect(await moving(sight, 'no-preference'), sight.on).toEqual(expect.arrayContaining(sight.parts))
      expect(await moving(sight, 'reduce'), sight.on).toEqual([])
    }
  })
}

/** Keeps what a script moves, by its element, in `scripted`. */
function watchScripts(): void {
  const scripted: string[] = []
  Object.assign(globalThis, { scripted })
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to its element below
  const animate = Element.prototype.animate
  Element.prototype.animate = function watched(this: Element, ...given: Parameters<Element['animate']>) {
    scripted.push(this.className)
    return animate.apply(this, given)
  }
}

test('a refreshed figure of the board is tinted, but not for those who ask for less motion', async ({ page }) => {
  await page.addInitScript(watchScripts)
  let days = 5_000
  await page.route('**/api/fresh/leaderboard?*', async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { leaderboard: object[] }
    Object.assign(body.leaderboard[0] ?? {}, { days_count: days })
    await route.fulfill({ response: reply, json: body })
  })
  /** Two refreshes: what the first one moves has begun once the second one is drawn. */
  const tinted = async (reducedMotion: 'reduce' | 'no-preference') => {
    await page.emulateMedia({ reducedMotion })
    await page.goto('/')
    await settle(page)
    for (const refresh of [1, 2]) {
      days += refresh
      await expect(async () => {
        await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
        await expect(page.locator('.board-row td.days').first()).toHaveText(`5.${String(days).slice(1)}`, {
          timeout: 700,
        })
      }).toPass()
    }
    return page.evaluate(() => (globalThis as unknown as { scripted: string[] }).scripted)
  }
  expect(await tinted('no-preference')).toContain('days')
  expect(await tinted('reduce')).toEqual([])
})
