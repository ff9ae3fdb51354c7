import { useState } from 'react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { clearSessionState } from '#web/storage/session-state.ts'
import { toast } from '#web/toasts.ts'
import { mount, mountWithToasts } from '#web/testing/mount.tsx'
import { AdminPanel } from './AdminPanel.tsx'
import { listOf, userWith } from './users/testing/users.ts'

afterEach(() => vi.restoreAllMocks())

function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        Apri
      </button>
      <input aria-label="Nella pagina" />
      <AdminPanel isOpen={isOpen} onClose={() => setOpen(false)} />
    </main>
  )
}

const panel = page.getByRole('dialog', { name: 'Pannello admin' })

function serve() {
  serveCalls({
    'GET /api/admin/users': () => ({ body: listOf([userWith()]) }),
    'GET /api/dashboard': () => ({ body: { admin: { review_count: 3, case_count: 4 } } }),
    'GET /api/admin/maintenance/status': () => ({ body: { enabled: false, message: 'Torniamo presto.' } }),
    'GET /api/admin/showcases': () => ({
      body: {
        showcases: [],
        total: 0,
        next_cursor: null,
        published_count: 24,
        draft_count: 9,
        review_count: 0,
        counts: { waiting: 0, public: 24 },
      },
    }),
  })
}

test('opens on the payments, over a page that stays usable, and closes on Esc', async () => {
  serve()
  mount(<Page />)
  await page.getByRole('button', { name: 'Apri' }).click()
  await expect.element(panel).toBeVisible()
  await expect.element(panel.getByRole('heading', { name: 'Pannello admin' })).toHaveFocus()
  await expect.element(panel.getByRole('tab', { name: 'Pagamenti' })).toHaveAttribute('aria-selected', 'true')
  expect(
    panel
      .getByRole('tab')
      .elements()
      .map((tab) => tab.textContent)
      .slice(0, 2),
  ).toEqual(['Utenti', 'Pagamenti'])
  await expect.element(panel.getByRole('tab', { name: 'Vetrine 3 da moderare' })).toBeVisible()
  await expect.element(panel.getByRole('tabpanel').getByRole('heading', { name: 'Abbonamenti' })).toBeVisible()
  await expect.element(panel.getByRole('link', { name: 'Verifiche dei conti: 4 in attesa' })).toBeVisible()
  await page.getByLabelText('Nella pagina').fill('usabile')
  await expect.element(panel).toBeVisible()
  await panel.getByRole('searchbox').first().click()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
})

test.each([360, 1440])('at %i px messages stand above the foot of the panel', { timeout: 60_000 }, async (width) => {
  await page.viewport(width, 900)
  try {
    serve()
    mountWithToasts(<Page />)
    await page.getByRole('button', { name: 'Apri' }).click()
    await expect.element(panel).toBeVisible()
    const top = () => document.querySelector('.toasts')?.getBoundingClientRect().top
    await expect.poll(top).toBe(8)
  } finally {
    await page.viewport(1280, 800)
  }
})

test.each([360, 768, 900, 1440])(
  'at %i px two messages leave the buttons of the panel free',
  { timeout: 60_000 },
  async (width) => {
    await page.viewport(width, 640)
    try {
      serve()
      mountWithToasts(<Page />)
      await page.getByRole('button', { name: 'Apri' }).click()
      await expect.element(panel.getByRole('tab', { name: 'Utenti' })).toBeVisible()
      for (const text of ['Primo avviso', 'Secondo avviso']) toast(text)
      await expect.element(page.getByText('Secondo avviso')).toBeVisible()
      const place = (name: string) => panel.getByRole('button', { name }).element().getBoundingClientRect()
      const bottoms = () => [...document.querySelectorAll('.toast')].map((each) => each.getBoundingClientRect().bottom)
      // The panel has its whole height once its list is there: the messages reach down to the button, beside it.
      await expect.poll(() => Math.max(...bottoms()) - place('Chiudi').top).toBeGreaterThan(0)
      for (const name of ['Riduci', 'Chiudi']) {
        const { left, top, right } = place(name)
        for (const x of [left + 4, right - 4])
          expect(document.elementFromPoint(x, top + 4)?.closest('button')?.ariaLabel).toBe(name)
      }
    } finally {
      await page.viewport(1280, 800)
    }
  },
)

test('on a narrow phone every tab is fully visible, and choosing the last one scrolls nothing sideways', async () => {
  await page.viewport(320, 640)
  try {
    serve()
    mount(<Page />)
    await page.getByRole('button', { name: 'Apri' }).click()
    const last = panel.getByRole('tab', { name: 'Vetrine 3 da moderare' })
    await expect.element(last).toBeVisible()
    for (const tab of panel.getByRole('tab').elements()) {
      expect(tab.getBoundingClientRect().right).toBeLessThanOrEqual(320)
    }
    await last.click()
    await expect.element(panel.getByText('Nessun trader ha ancora una vetrina.')).toBeVisible()
    panel.element().scrollLeft = 40
    expect(panel.element().scrollLeft).toBe(0)
  } finally {
    await page.viewport(1280, 800)
  }
})

test('Esc empties a search before it closes the panel', async () => {
  serve()
  mount(<Page />)
  await page.getByRole('button', { name: 'Apri' }).click()
  const search = panel.getByRole('searchbox', { name: 'Cerca nome o email' })
  await search.fill('anna')
  await userEvent.keyboard('{Escape}')
  await expect.element(search).toHaveValue('')
  await expect.element(panel).toBeVisible()
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
})

test('a message begun in a tab survives another tab and Esc', async () => {
  onTestFinished(clearSessionState)
  serve()
  mount(<Page />)
  const opener = page.getByRole('button', { name: 'Apri' })
  const message = panel.getByRole('textbox', { name: /^Messaggio/ })
  await opener.click()
  await panel.getByRole('tab', { name: 'Manutenzione' }).click()
  await message.fill('Torniamo alle 18')
  await panel.getByRole('tab', { name: 'Pagamenti' }).click()
  await panel.getByRole('tab', { name: 'Manutenzione' }).click()
  await expect.element(message).toHaveValue('Torniamo alle 18')
  await expect.element(panel.getByRole('tab', { name: 'Manutenzione' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await opener.click()
  await panel.getByRole('tab', { name: 'Manutenzione' }).click()
  await expect.element(message).toHaveValue('Torniamo alle 18')
})

test('can be minimised and restored without losing typed text', async () => {
  serve()
  mount(<Page />)
  await page.getByRole('button', { name: 'Apri' }).click()
  await panel.getByRole('searchbox', { name: 'Cerca nome o email' }).fill('anna')
  await panel.getByRole('button', { name: 'Riduci' }).click()
  await expect.element(panel.getByRole('tabpanel')).not.toBeInTheDocument()
  await panel.getByRole('button', { name: 'Espandi' }).click()
  await expect.element(panel.getByRole('searchbox', { name: 'Cerca nome o email' })).toHaveValue('anna')
  await panel.getByRole('button', { name: 'Chiudi' }).click()
  await expect.element(panel).not.toBeInTheDocument()
})

test('links to users and showcases by the keyboard, and a menu closes before the panel does', async () => {
  serve()
  mount(<Page />)
  await page.getByRole('button', { name: 'Apri' }).click()
  await panel.getByRole('tab', { name: 'Pagamenti' }).click()
  await userEvent.keyboard('{ArrowLeft}')
  const actions = panel.getByRole('button', { name: 'Azioni per Anna Verdi' })
  await actions.click()
  await expect.element(page.getByRole('menuitem', { name: 'Assegna un piano' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(actions).toHaveFocus()
  await panel.getByRole('button', { name: 'Mostra la password investitore di Anna Verdi' }).click()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(panel).toBeVisible()
  await panel.getByRole('tab', { name: 'Utenti' }).click()
  await userEvent.keyboard('{End}')
  await expect.element(panel.getByText('Nessun trader ha ancora una vetrina.')).toBeVisible()
})
