import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount, withSheets } from '../../testing/mount.tsx'
import { ConfirmDialog, type ConfirmTone } from './ConfirmDialog.tsx'
import confirmDialogSheet from './confirm-dialog.css?inline'

withSheets(confirmDialogSheet)

interface AskingProps {
  tone: ConfirmTone
  isIrreversible?: boolean
  busy?: string | false
  onDone: () => void
}

/** A page whose button asks. */
function Asking({ tone, isIrreversible = false, busy = false, onDone }: AskingProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        Chiedi
      </button>
      {isOpen && (
        <ConfirmDialog
          tone={tone}
          isIrreversible={isIrreversible}
          title="Eliminare la vetrina?"
          busy={busy}
          error={busy === false ? null : 'Errore di connessione'}
          onCancel={() => setOpen(false)}
          onConfirm={() => {
            setOpen(false)
            onDone()
          }}
        >
          La pagina sparisce subito.
        </ConfirmDialog>
      )}
    </main>
  )
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('alertdialog', { name: 'Eliminare la vetrina?' })

async function open(tone: ConfirmTone, busy?: string) {
  let done = 0
  mount(<Asking tone={tone} busy={busy ?? false} onDone={() => (done += 1)} />)
  await button('Chiedi').click()
  await expect.element(dialog).toBeVisible()
  return () => done
}

test.each([
  ['danger', 'Annulla', 'btn-danger'],
  ['warning', 'Conferma', 'btn-primary'],
  ['info', 'Conferma', 'btn-primary'],
] as const)('%s: the consequence is its description, the first focus is on %s', async (tone, first, look) => {
  await open(tone)
  await expect.element(dialog).toHaveAccessibleDescription('La pagina sparisce subito.')
  await expect.element(button(first)).toHaveFocus()
  expect(button('Conferma').element().className).toContain(look)
  expect(document.querySelector('.ask-disc')?.className).toContain(`ask-${tone}`)
  const [left, right] = [button('Annulla'), button('Conferma')].map(
    (each) => each.element().getBoundingClientRect().left,
  )
  expect(left).toBeLessThan(right ?? 0)
})

test('an irreversible action opens with the focus on Annulla, and keeps its look', async () => {
  mount(<Asking tone="info" isIrreversible onDone={() => undefined} />)
  await button('Chiedi').click()
  await expect.element(button('Annulla')).toHaveFocus()
  expect(button('Conferma').element().className).toContain('btn-primary')
})

test.each([
  ['Esc', () => userEvent.keyboard('{Escape}')],
  ['Annulla', () => button('Annulla').click()],
])('%s changes nothing, and the focus is where it was', async (_, leave) => {
  const done = await open('danger')
  await leave()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('Chiedi')).toHaveFocus()
  expect(done()).toBe(0)
})

test('a click beside it has no effect', async () => {
  const done = await open('danger')
  await page
    .elementLocator(document.querySelector('.ask-backdrop') ?? document.body)
    .click({ position: { x: 5, y: 5 } })
  await expect.element(dialog).toBeVisible()
  expect(done()).toBe(0)
})

test('the keyboard stays inside; Enter on Conferma confirms once', async () => {
  const done = await open('danger')
  await userEvent.keyboard('{Tab}')
  await expect.element(button('Conferma')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(button('Annulla')).toHaveFocus()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(done()).toBe(1)
  await expect.element(button('Chiedi')).toHaveFocus()
})

test('while the action runs nothing closes it, and it shows why the action failed', async () => {
  const done = await open('warning', 'Eliminazione...')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).toBeVisible()
  await expect.element(button('Annulla')).toBeDisabled()
  await button('Eliminazione...').click()
  expect(done()).toBe(0)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Errore di connessione')
})
