import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { skippableClock } from '../../testing/clock.ts'
import { mount } from '../../testing/mount.tsx'
import { toast } from '../../toasts.ts'
import { Toasts } from './Toasts.tsx'

test.each([
  ['ok', 'Fatto', 'dialog'],
  ['danger', 'Errore', 'alertdialog'],
  ['warn', 'Attenzione', 'dialog'],
  ['info', 'Avviso', 'dialog'],
] as const)('a message (%s) is a dialog with a name, described by its text', async (tone, name, role) => {
  mount(<Toasts />)
  toast('Token copiato', tone)
  await expect.poll(() => document.querySelector(`.toast-${tone}`)?.getAttribute('role')).toBe(role)
  const message = document.querySelector(`.toast-${tone}`)
  expect(message?.getAttribute('aria-label')).toBe(name)
  expect(document.getElementById(message?.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Token copiato')
})

const shown = () => [...document.querySelectorAll('.toast:not([data-ending-style])')].map((each) => each.textContent)

describe('a message', () => {
  let away: HTMLElement
  beforeEach(async () => {
    skippableClock()
    mount(<Toasts />)
    away = document.createElement('button')
    away.textContent = 'Altrove'
    document.body.append(away)
    await userEvent.hover(away)
    away.focus()
  })
  afterEach(async () => {
    for (const close of document.querySelectorAll<HTMLElement>('.toast button')) close.click()
    await vi.waitFor(() => {
      if (shown().length > 0) throw new Error('a message is left')
    })
    away.remove()
  })

  async function say(text: string, tone?: 'danger'): Promise<void> {
    toast(text, tone)
    await expect.poll(shown).toContain(text)
  }

  test('stays four seconds, in a region that announces it', async () => {
    await say('Link salvati')
    const region = page.getByRole('status', { name: 'Avvisi brevi' })
    await expect.element(region).toHaveTextContent('Link salvati')
    expect(region.element().getAttribute('aria-live')).toBe('polite')
    await vi.advanceTimersByTimeAsync(2_500)
    expect(shown()).toEqual(['Link salvati'])
    await vi.advanceTimersByTimeAsync(1_500)
    await expect.poll(shown).toEqual([])
  })

  test('of an error is announced at once', async () => {
    await say('Errore di rete', 'danger')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Errore di rete')
  })

  test('waits under the pointer, and goes on afterwards', async () => {
    await say('Link salvati')
    await userEvent.hover(page.getByText('Link salvati').first())
    await vi.advanceTimersByTimeAsync(60_000)
    expect(shown()).toEqual(['Link salvati'])
    await userEvent.hover(away)
    await vi.advanceTimersByTimeAsync(4_000)
    await expect.poll(shown).toEqual([])
  })

  test('waits while the keyboard is in it; Esc closes it and gives the focus back', async () => {
    await say('Link salvati')
    await userEvent.keyboard('{F6}{Tab}')
    await expect.element(page.getByRole('dialog', { name: 'Avviso' })).toHaveFocus()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(shown()).toEqual(['Link salvati'])
    await userEvent.keyboard('{Escape}')
    await expect.poll(shown).toEqual([])
    expect(document.activeElement).toBe(away)
  })

  test('F6 and Esc close it, and the focus is where it was', async () => {
    await say('Link salvati')
    await userEvent.keyboard('{F6}')
    await expect.element(page.getByRole('status', { name: 'Avvisi brevi' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.poll(shown).toEqual([])
    expect(document.activeElement).toBe(away)
  })

  test('is closed by its button', async () => {
    await say('Link salvati')
    await page.getByRole('button', { name: 'Chiudi' }).click()
    await expect.poll(shown).toEqual([])
  })

  test('stands above the one before: three at a time', async () => {
    for (const text of ['Uno', 'Due', 'Tre', 'Quattro']) await say(text)
    await expect.element(page.getByText('Uno')).not.toBeVisible()
    const places = [...document.querySelectorAll<HTMLElement>('.toast:not([data-limited])')].map((each) => ({
      text: each.textContent,
      ...each.getBoundingClientRect().toJSON(),
    })) as { text: string; top: number; bottom: number }[]
    expect(places.map(({ text }) => text).toSorted()).toEqual(['Due', 'Quattro', 'Tre'])
    const ordered = places.toSorted((a, b) => a.top - b.top)
    for (const [index, { bottom }] of ordered.slice(0, -1).entries()) {
      expect(bottom).toBeLessThanOrEqual(ordered[index + 1]?.top ?? 0)
    }
  })
})
