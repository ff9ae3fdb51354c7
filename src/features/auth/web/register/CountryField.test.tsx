import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount, withSheets } from '#web/testing/mount.tsx'
import authSheet from '#features/auth/web/auth.css?inline'
import { CountryField } from './CountryField.tsx'
import { empty } from './draft.ts'
import type { Registration } from './registration.ts'

withSheets(authSheet)

function Scene({ onSent, country = '' }: { onSent?: (code: string) => void; country?: string }) {
  const { control, handleSubmit } = useForm<Registration>({ defaultValues: { ...empty, country } })
  return (
    <form onSubmit={(event) => void handleSubmit((values) => onSent?.(values.country))(event)}>
      <CountryField label="Paese" control={control} />
      <button type="submit">Invia</button>
    </form>
  )
}

const field = () => page.getByRole('combobox', { name: 'Paese' })
const options = () => page.getByRole('option')
const send = () => page.getByRole('button', { name: 'Invia' }).click()

async function ready(country?: string) {
  const onSent = vi.fn<(code: string) => void>()
  mount(<Scene onSent={onSent} {...(country !== undefined && { country })} />)
  await expect.element(field()).toBeVisible()
  return onSent
}

test('about 250 countries with their flags, in Italian order', async () => {
  await ready()
  await field().click()
  await expect.poll(() => options().elements().length).toBeGreaterThan(245)
  await expect.element(options().first()).toHaveTextContent('Afghanistan')
  const flag = options().first().element().querySelector('img')
  expect(flag?.getAttribute('src')).toBe('/flags/af.webp')
  expect(flag?.getAttribute('alt')).toBe('')
})

test.each([
  ['ger', 'Germania', 'DE'],
  ['cote d’iv', 'Costa d’Avorio', 'CI'],
  ['USA', 'Stati Uniti', 'US'],
  ['ch', 'Svizzera', 'CH'],
])('%s and Enter is %s, and does not send the form', async (typed, name, code) => {
  const onSent = await ready()
  await field().fill(typed)
  await expect.element(options().first()).toHaveTextContent(name)
  await userEvent.keyboard('{Enter}')
  await expect.element(field()).toHaveValue(name)
  expect(onSent).not.toHaveBeenCalled()
  await send()
  await expect.poll(() => onSent.mock.calls).toEqual([[code]])
})

test('arrows choose, and the flag stands in the field', async () => {
  const onSent = await ready()
  await field().fill('isla')
  await expect.element(options().first()).toHaveTextContent('Islanda')
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}')
  await expect.element(field()).toHaveValue('Islanda')
  await expect.poll(() => document.querySelector('form img')?.getAttribute('src')).toBe('/flags/is.webp')
  await send()
  await expect.poll(() => onSent.mock.calls).toEqual([['IS']])
})

test('a text that names no country finds none, says so, and sends none', async () => {
  const onSent = await ready()
  await field().fill('zzz')
  await expect.element(page.getByText('Nessun paese trovato')).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: 'Nessun paese trovato' })).toBeVisible()
  await userEvent.tab()
  await expect.element(field()).toHaveValue('')
  await send()
  await expect.poll(() => onSent.mock.calls).toEqual([['']])
})

test('the number of matches is announced', async () => {
  await ready()
  await field().fill('stati')
  await expect.poll(() => document.body.textContent).toMatch(/\d+ paes[ei] trovat[oi]/)
})

test('leaving the field chooses a completely typed name', async () => {
  const onSent = await ready()
  await field().fill('portugal')
  await expect.element(options().first()).toHaveTextContent('Portogallo')
  await userEvent.tab()
  await expect.element(field()).toHaveValue('Portogallo')
  await send()
  await expect.poll(() => onSent.mock.calls).toEqual([['PT']])
})

test('a text filled in by a password manager is accepted', async () => {
  const onSent = await ready()
  const input = field().element() as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Italia')
  for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }))
  await expect.element(field()).toHaveValue('Italia')
  await send()
  await expect.poll(() => onSent.mock.calls).toEqual([['IT']])
})

test('leaving the field chooses the only match', async () => {
  const onSent = await ready()
  await field().fill('costa d')
  await expect.poll(() => options().elements().length).toBe(1)
  await userEvent.tab()
  await expect.element(field()).toHaveValue('Costa d’Avorio')
  await send()
  await expect.poll(() => onSent.mock.calls).toEqual([['CI']])
})

test('a beginning of several names is no country, and says so', async () => {
  await ready()
  await field().fill('stati')
  await userEvent.tab()
  await expect.element(field()).toHaveAccessibleDescription('Scegli un paese dall’elenco.')
  await field().fill('ital')
  await expect.element(options().first()).toHaveTextContent('Italia')
  await userEvent.keyboard('{Enter}')
  await expect.element(field()).not.toHaveAccessibleDescription('Scegli un paese dall’elenco.')
})

test('Esc keeps what was chosen; emptying the field removes it', async () => {
  const onSent = await ready('IT')
  await expect.element(field()).toHaveValue('Italia')
  await field().fill('franc')
  await expect.element(options().first()).toHaveTextContent('Francia')
  await userEvent.keyboard('{Escape}')
  await userEvent.tab()
  await expect.element(field()).toHaveValue('Italia')
  await field().fill('')
  await userEvent.tab()
  await send()
  await expect.poll(() => onSent.mock.calls).toEqual([['']])
})

test('a reopened list is complete, and starts at the chosen country', async () => {
  await ready('IT')
  await page.getByRole('button', { name: 'Mostra tutti i paesi' }).click()
  await expect.poll(() => options().elements().length).toBeGreaterThan(245)
  await expect.element(page.getByRole('option', { name: 'Italia' })).toHaveAttribute('aria-selected', 'true')
})
