import type { Page } from '@playwright/test'
import { syncRequestOf } from '../src/features/ea/server/testing/world.ts'
import { password, person } from './buyers.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { press, tabTo, typeInto } from './keyboard.ts'
import { advisorToken, registered } from './traders.ts'

/** From the first page to the token, at most. */
const mostActions = 12

test('a new visitor gets from the first page to a connected advisor by keyboard alone, in few actions', async ({
  page,
  request,
}) => {
  const server = 'Pepperstone-Edge07'
  await test.step('three traders of that broker are here already', async () => {
    for (const [name, login] of [
      ['ugo', '51230301'],
      ['lia', '51230303'],
      ['ivo', '51230304'],
    ] as const) {
      const leone = person(`${name}.leone`, `Leone di ${name}`, login)
      const other = await registered(request, { ...leone, broker_server: server })
      const sent = await request.post('/api/ea/sync', {
        headers: { authorization: `Bearer ${await advisorToken(request, other)}` },
        data: syncRequestOf({ now: Date.now(), login, server, balance: 1000 }),
      })
      expect(await sent.json()).toMatchObject({ ok: true })
    }
  })

  /** The presses of this journey: each link, button and form sent, on the provider's page too. Typing does not count. */
  const actions: string[] = []
  const act = async (name: string | RegExp, role: 'button' | 'checkbox' | 'link' = 'button', on: Page = page) => {
    actions.push(String(name))
    await press(on, name, role)
  }
  const { keyboard } = page
  const title = (name: string) => page.getByRole('heading', { level: 1, name })

  await test.step('to the form', async () => {
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    await act('Accedi/Registrati', 'link')
    await expect(title('Accedi')).toBeFocused()
    await act('Registrati', 'link')
    await expect(title('Registrati')).toBeFocused()
    await expect(page.getByRole('combobox', { name: 'Paese' })).toBeEditable()
  })

  await test.step('all fields, two of them helped by what is known', async () => {
    await typeInto(page, 'Nome visualizzato', 'Nora Gallo')
    await typeInto(page, 'Username', 'nora.gallo')
    await tabTo(page, 'Paese', 'combobox')
    await keyboard.type('ital')
    await expect(page.getByRole('option', { name: 'Italia' })).toBeVisible()
    await keyboard.press('Enter')
    await expect(page.getByLabel('Paese')).toHaveValue('Italia')
    await typeInto(page, 'Email', 'nora.gallo@example.org')
    await tabTo(page, 'Server del broker', 'combobox')
    await keyboard.type('pepper')
    await expect(page.getByRole('option', { name: server })).toBeVisible()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await expect(page.getByLabel('Server del broker')).toHaveValue(server)
    await typeInto(page, 'Numero di conto', '51230302')
    await typeInto(page, /^Password investitore/, 'solo-lettura-42')
    await typeInto(page, 'Password', password)
    await typeInto(page, 'Conferma password', password)
    await expect(page.getByText('Le password corrispondono')).toBeVisible()
  })

  await test.step('terms read to the end, data confirmed, the offer taken', async () => {
    actions.push('Termini e Condizioni')
    await tabTo(page, /Termini e Condizioni/, 'checkbox')
    await keyboard.press('Space')
    await expect(page.getByRole('region', { name: 'Testo dei Termini e Condizioni' })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Accetto' })).toBeDisabled()
    await keyboard.press('End')
    await expect(page.getByText('Hai letto fino in fondo: ora puoi accettare')).toBeVisible()
    await act('Accetto')
    await act('Registrati')
    await expect(page.getByRole('alertdialog', { name: 'Conferma Registrazione' })).toContainText(server)
    await act('Conferma')
    await expect(page.getByRole('alertdialog', { name: 'Attiva Basic Leaderboard?' })).toBeVisible()
    await act('Attiva ora')
    await expect(title('Basic Leaderboard')).toBeFocused()
  })

  await test.step('the plan is paid, and active', async () => {
    const coming = page.waitForEvent('popup')
    await act('Vai al pagamento')
    const invoice = await coming
    await invoice.waitForURL(/\/sandbox\/pay\//)
    await act('Paga tutto in una volta', 'button', invoice)
    await expect(invoice.getByRole('heading', { name: 'Pagamenti' })).toBeVisible()
    await invoice.close()
    await expect(page.getByRole('alertdialog', { name: 'Abbonamento attivo' })).toBeVisible({ timeout: 30_000 })
    await act('Vai alla dashboard')
    await expect(title('Dashboard')).toBeFocused()
    await expect(page.getByText('BASIC ATTIVO', { exact: true })).toBeVisible()
    await expect(page.getByText('Account richiesto.')).toBeVisible()
  })

  await test.step('the token is there', async () => {
    await act('Genera token')
    await expect(page.getByRole('heading', { name: 'Autorizza l’indirizzo del sito' })).toBeFocused()
    expect(actions.length, actions.join(', ')).toBeLessThanOrEqual(mostActions)
  })

  await test.step('the steps up to the first sync, which the page sees by itself', async () => {
    await press(page, 'Ho autorizzato l’indirizzo')
    await expect(page.getByRole('heading', { name: 'Scarica l’EA e trascinalo su un grafico' })).toBeFocused()
    await press(page, 'Mostra il token')
    const token = (await page.getByText(/^tt_ea_[\w-]{43}$/).textContent()) ?? ''
    await press(page, 'Ho installato l’EA')
    await expect(page.getByRole('heading', { name: 'In attesa della prima sincronizzazione' })).toBeFocused()
    const sent = await request.post('/api/ea/sync', {
      headers: { authorization: `Bearer ${token}` },
      data: syncRequestOf({ now: Date.now(), login: '51230302', server, balance: 1000 }),
    })
    expect(await sent.json()).toMatchObject({ ok: true })
    await press(page, 'Controlla ora')
    await expect(page.getByRole('heading', { name: 'Conto collegato' })).toBeVisible()
    await expectAccessible(page)
  })
})
