import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { withSheets } from '#web/testing/mount.tsx'
import editorSheet from '#features/showcases/web/editor/editor.css?inline'
import {
  button,
  contentWith,
  DRAFT,
  edit,
  field,
  saved,
  showcaseWith,
  UPDATE,
} from '#features/showcases/web/editor/testing/editing.tsx'

withSheets(editorSheet)

beforeEach(() => localStorage.clear())

const texts = () =>
  page
    .getByRole('textbox', { name: /^Testo/ })
    .elements()
    .map((input) => (input as HTMLInputElement).value)
const defaults = ['Copia i miei trade', 'Unisciti alla community', 'Apri conto con vantaggi']

test('buttons move the rows: the focus follows the row, the ends are disabled, and the order is saved', async () => {
  const { sent } = edit(showcaseWith(contentWith()), { [UPDATE]: () => saved(4) }, 3)
  await expect.poll(texts).toEqual(defaults)
  await expect.element(button('Sposta su: Pulsante 1')).toBeDisabled()
  await expect.element(button('Sposta giù: Pulsante 3')).toBeDisabled()
  ;(button('Sposta giù: Pulsante 1').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(texts).toEqual([defaults[1], defaults[0], defaults[2]])
  await expect.element(button('Sposta giù: Pulsante 2')).toHaveFocus()
  await expect.element(page.getByText('Pulsante 1 «Copia i miei trade»: ora è al posto 2 di 3.')).toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  // At the end the same button is disabled, so the other one has the focus.
  await expect.element(button('Sposta su: Pulsante 3')).toHaveFocus()
  await button('Salva bozza').click()
  await expect
    .poll(() => sent(UPDATE))
    .toMatchObject([{ cta_buttons: [{ text: defaults[1] }, { text: defaults[2] }, { text: defaults[0] }] }])
})

test('a removed button is restored to its place; a new one has the focus at once; there is a limit', async () => {
  edit(showcaseWith(contentWith()), {}, 3)
  await button('Togli: Pulsante 2').click()
  await expect.poll(texts).toEqual([defaults[0], defaults[2]])
  await expect.element(button('Ripristina')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(texts).toEqual(defaults)
  await expect.element(field(/^Testo/).nth(1)).toHaveFocus()
  await button('Aggiungi pulsante').click()
  await expect.element(field(/^Testo/).nth(3)).toHaveFocus()
  await button('Aggiungi pulsante').click()
  await expect.element(button('Aggiungi pulsante')).toBeDisabled()
  await expect.element(page.getByText('Al massimo 5 pulsanti.')).toBeVisible()
})

test('the counters show the limits of the rules; styles have labels', async () => {
  edit(showcaseWith(contentWith()), {}, 3)
  await expect.element(page.getByText('18/30')).toBeVisible()
  await expect.poll(() => page.getByText('0/500').elements().length).toBe(3)
  const inside = getComputedStyle(page.getByText('18/30').element()).color
  await field(/^Testo/)
    .first()
    .fill('x'.repeat(31))
  await expect.poll(() => getComputedStyle(page.getByText('31/30').element()).color).not.toBe(inside)
  await field(/^Testo/)
    .first()
    .fill('x'.repeat(30))
  await expect.poll(() => getComputedStyle(page.getByText('30/30').element()).color).toBe(inside)
  await field(/^Indirizzo/)
    .first()
    .fill('https://example.com/a')
  await expect.element(page.getByText('21/500')).toBeVisible()
  const style = page.getByRole('combobox', { name: 'Stile' }).first()
  await expect.element(style).toHaveValue('primary')
  expect([...style.element().querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Primario',
    'Secondario',
    'Successo',
  ])
  await expect.element(page.getByText('Inizia a Copiare', { exact: true })).toBeVisible()
})

test('testimonials move and can be restored too, and show the note that visitors read', async () => {
  const people = ['Anna', 'Bruno'].map((author_name) => ({
    author_name,
    content: `Parole di ${author_name}`,
    image_url: null,
  }))
  edit(showcaseWith(contentWith({ testimonials: people })), {}, 3)
  const authors = () =>
    page
      .getByRole('textbox', { name: /^Autore/ })
      .elements()
      .map((input) => (input as HTMLInputElement).value)
  await expect.element(page.getByText('In pubblico compaiono con la dicitura «fornita dal trader».')).toBeVisible()
  await expect.element(page.getByText('Anna · fornita dal trader')).toBeVisible()
  await button('Sposta su: Testimonianza 2').click()
  await expect.poll(authors).toEqual(['Bruno', 'Anna'])
  await expect.element(button('Sposta giù: Testimonianza 1')).toHaveFocus()
  await button('Togli: Testimonianza 1').click()
  await button('Ripristina').click()
  await expect.poll(authors).toEqual(['Bruno', 'Anna'])
})

test('services: Enter, a comma or leaving the field adds; the cross removes; eight at most', async () => {
  const { sent } = edit(showcaseWith(contentWith()), { [UPDATE]: () => saved(4) }, 2)
  const services = field(/^Servizi/)
  const tags = () =>
    page
      .getByRole('list', { name: 'Servizi aggiunti' })
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
  await services.fill('Copy trading')
  await userEvent.keyboard('{Enter}')
  await expect.poll(tags).toEqual(['Copy trading'])
  await services.fill('Segnali, Corsi, copy TRADING,')
  await expect.poll(tags).toEqual(['Copy trading', 'Segnali', 'Corsi'])
  await services.fill('x')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Minimo 2 caratteri')).toBeVisible()
  await services.fill('Analisi')
  await field(/^Video/).click()
  await expect.poll(() => tags().length).toBe(4)
  await button('Togli Segnali').click()
  await expect.poll(tags).toEqual(['Copy trading', 'Corsi', 'Analisi'])
  await expect.element(button('Togli Corsi')).toHaveFocus()
  await services.fill('uno1, due2, tre3, quattro4, cinque5, sei6')
  await expect.element(page.getByText('Al massimo 8 servizi.')).toBeVisible()
  await expect.poll(() => tags().length).toBe(8)
  await expect.element(services).toHaveValue('sei6')
  await services.fill('')
  await button('Salva bozza').click()
  await expect.poll(() => sent(UPDATE).length).toBe(1)
})

test('a link to another host than its field’s is refused before anything is sent', async () => {
  const { sent } = edit(showcaseWith(contentWith()), {}, 2)
  await field(/^Telegram/).fill('https://example.com/canale')
  await button('Avanti').click()
  await expect.element(field(/^Telegram/)).toHaveFocus()
  await expect.element(field(/^Telegram/)).toHaveAttribute('aria-invalid', 'true')
  await field(/^Video/).fill('javascript:alert(1)')
  await button('Salva bozza').click()
  await expect.element(page.getByText(/^Errore validazione dati/)).toBeVisible()
  expect(sent(UPDATE)).toHaveLength(0)
})

test('the preview shows no button that would be refused', async () => {
  const { host } = edit(showcaseWith(contentWith()), {}, 3)
  const shown = () => [...host.querySelectorAll('.preview-body .btn')].map(({ textContent }) => textContent)
  await field(/^Indirizzo/)
    .first()
    .fill('https://example.com/a')
  await expect.poll(shown).toEqual([defaults[0]])
  await field(/^Indirizzo/)
    .first()
    .fill('javascript:alert(1)')
  await expect.poll(shown).toEqual([])
})

test('a service that cannot be added stops the step, stays typed, and survives a reload', async () => {
  const services = Array.from({ length: 8 }, (_, index) => `Servizio ${index + 1}`)
  const content = contentWith()
  const mine = showcaseWith({ ...content, content: { ...content.content, services } })
  const { sent, host } = edit(mine, {}, 2)
  await field(/^Servizi/).fill('Nono, Decimo,')
  for (const name of ['Avanti', 'Salva bozza']) {
    await button(name).click()
    await expect.element(field(/^Servizi/)).toHaveFocus()
    await expect.element(page.getByRole('alert').getByText(/Al massimo 8 servizi/)).toBeVisible()
  }
  await expect.element(field(/^Servizi/)).toHaveValue('Nono, Decimo, ')
  await expect.poll(() => localStorage.getItem(DRAFT)).toContain('Decimo')
  expect(sent(UPDATE)).toHaveLength(0)
  host.remove()
  edit(mine, {}, 2)
  await expect.element(field(/^Servizi/).last()).toHaveValue('Nono, Decimo, ')
})
