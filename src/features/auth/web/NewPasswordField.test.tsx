import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount, withSheets } from '#web/testing/mount.tsx'
import authSheet from './auth.css?inline'
import { NewPasswordField, RepeatedPasswordField } from './NewPasswordField.tsx'

withSheets(authSheet)

const owner = { username: 'tgalli.fx', display_name: 'Tommaso Galli', email: 'tommaso@galli.example' }

function Scene() {
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  return (
    <>
      <NewPasswordField
        label="Nuova password"
        typed={password}
        owner={owner}
        onChange={(event) => setPassword(event.target.value)}
      />
      <RepeatedPasswordField
        label="Conferma password"
        typed={repeated}
        password={password}
        onChange={(event) => setRepeated(event.target.value)}
      />
    </>
  )
}

const field = () => page.getByRole('textbox', { name: 'Nuova password' })
const said = () => page.getByRole('status').first()

test.each([
  ['corta', 'Robustezza: Debole. Almeno 8 caratteri.'],
  ['password1', 'Robustezza: Debole. Questa password è tra le più usate: scegline un’altra.'],
  ['tommaso.galli', 'Robustezza: Debole. La password non deve contenere il tuo nome, la tua email o il nome del sito.'],
  ['aB3$xY9!', 'Robustezza: Discreta. Meglio 12 caratteri o più: per esempio tre o quattro parole a caso.'],
  ['zh7kq92aa', 'Robustezza: Buona. Meglio 12 caratteri o più: per esempio tre o quattro parole a caso.'],
  ['cavallo-batteria-42', 'Robustezza: Ottima'],
])('%s is said to be: %s', async (password, sentence) => {
  mount(<Scene />)
  await expect.element(field()).toHaveAccessibleDescription('Almeno 8 caratteri, meglio 12 o più.')
  await field().fill(password)
  await expect.element(said()).toHaveTextContent(sentence)
})

test('an empty field says nothing, and the bar has as many parts as the text says', async () => {
  mount(<Scene />)
  const filled = () => document.querySelectorAll('svg rect:not(.fill-line)').length
  await field().fill('cavallo-batteria-42')
  await expect.poll(filled).toBe(4)
  await field().fill('zh7kq92aa')
  await expect.poll(filled).toBe(3)
  await field().fill('')
  await expect.poll(filled).toBe(0)
  await expect.poll(() => said().element().textContent).toBe('')
})

test('the repetition is compared while typing, unless it is empty', async () => {
  mount(<Scene />)
  const repetition = page.getByRole('textbox', { name: 'Conferma password' })
  await field().fill('cavallo-batteria-42')
  expect(page.getByText('Le password non corrispondono').elements()).toHaveLength(0)
  await repetition.fill('cavallo')
  await expect.element(repetition).toHaveAccessibleDescription('Le password non corrispondono')
  await repetition.fill('cavallo-batteria-42')
  await expect.element(repetition).toHaveAccessibleDescription('Le password corrispondono')
  await expect.element(repetition).not.toHaveAttribute('aria-invalid')
  await expect.element(field()).toHaveAttribute('autocomplete', 'new-password')
  await expect.element(repetition).toHaveAttribute('autocomplete', 'new-password')
})
