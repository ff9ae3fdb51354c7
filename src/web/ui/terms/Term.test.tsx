import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { definitions } from '#shared/text/definitions.ts'
import { mount } from '../../testing/mount.tsx'
import { Term } from './Term.tsx'

const term = page.getByRole('button', { name: 'Drawdown Max' })
const definition = page.getByRole('dialog', { name: definitions.drawdown.name })

function twoTerms() {
  mount(
    <main>
      <p className="p-24">
        <Term of="drawdown">Drawdown Max</Term> <Term of="trades">Operazioni</Term>
      </p>
    </main>,
  )
}

test('a resting pointer opens the definition, may move onto it, and closes it by leaving; the focus stays', async () => {
  twoTerms()
  await userEvent.hover(term)
  await expect.element(definition).toHaveAccessibleDescription(definitions.drawdown.text)
  expect(document.activeElement).toBe(document.body)
  await userEvent.hover(definition)
  await new Promise((resolve) => setTimeout(resolve, 350))
  await expect.element(definition).toBeVisible()
  await userEvent.hover(page.getByRole('button', { name: 'Operazioni' }))
  await expect.element(page.getByRole('dialog', { name: 'Operazioni' })).toBeVisible()
  await expect.element(definition).not.toBeInTheDocument()
})

test('with the keyboard: Enter opens it and moves the focus to it, Escape closes it and gives the focus back', async () => {
  twoTerms()
  await userEvent.keyboard('{Tab}')
  await expect.element(term).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(definition).toHaveFocus()
  await expect.element(term).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(definition).not.toBeInTheDocument()
  await expect.element(term).toHaveFocus()
})

test('a press opens it for as long as wanted: a second one closes it, and so does one elsewhere', async () => {
  twoTerms()
  await term.click()
  await expect.element(definition).toBeVisible()
  await term.click()
  await expect.element(definition).not.toBeInTheDocument()
  await term.click()
  await expect.element(definition).toHaveFocus()
  await userEvent.click(document.body, { position: { x: 2, y: 2 } })
  await expect.element(definition).not.toBeInTheDocument()
})

test('a mark beside another text says whose definition it opens', async () => {
  mount(
    <main className="p-24">
      <Term of="drawdown" mark>
        Drawdown Max
      </Term>
    </main>,
  )
  await page.getByRole('button', { name: 'Definizione: Drawdown Max' }).click()
  await expect.element(definition).toBeVisible()
})
