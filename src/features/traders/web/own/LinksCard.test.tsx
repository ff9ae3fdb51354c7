import { useEffect, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import dashboardSheet from '#features/dashboard/web/dashboard.css?inline'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { linkNames } from '#features/traders/own-links.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { Toasts } from '#web/ui/frame/Toasts.tsx'
import type { StoredLinks } from './links-draft.ts'
import { LinksCard } from './LinksCard.tsx'

withSheets(dashboardSheet)

const none = Object.fromEntries(linkNames.map((name) => [name, null])) as StoredLinks
const some: StoredLinks = { ...none, telegram: 'https://t.me/anna' }
const call = 'POST /api/trader/links'
const id = '01900000-0000-7000-8000-000000000001'

afterEach(() => vi.restoreAllMocks())

interface Shown {
  stored?: StoredLinks
  rank?: number | null
  isPublic?: boolean
}

/** The props after a refresh of the dashboard. */
let refresh: (change: Shown) => void = () => undefined
const refused = vi.fn<() => void>()

function Card(first: Shown) {
  const [{ stored = none, rank = 2, isPublic = true }, setShown] = useState(first)
  useEffect(() => {
    refresh = (change) => setShown((before) => ({ ...before, ...change }))
  }, [])
  return (
    <>
      <LinksCard
        traderId={id}
        stored={stored}
        canEdit={rank !== null && rank <= 3}
        rank={rank}
        ranked={148}
        isPublic={isPublic}
        host="myfxbook.com"
        onSaved={(links) => refresh({ stored: links })}
        onRefused={refused}
      />
      <Toasts />
    </>
  )
}
const show = (shown: Shown = {}) => mount(<Card {...shown} />)
const field = (label: string) => page.getByLabelText(label, { exact: true })
const save = () => page.getByRole('button', { name: 'Salva i link' })
const text = () => document.body.textContent.replaceAll(/\s/g, ' ')
const saving = (links: Partial<StoredLinks>) => () => ({
  body: { success: true, message: 'Link salvati.', links: { ...none, ...links } },
})

test('one of the first three saves all links in one request and gets a confirmation', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const saved = saving({ telegram: 'https://t.me/anna', website: 'https://anna.it/', facebook: 'https://fb.com/anna' })
  const requests = serveCalls({ [call]: async () => (await answered, saved()) })
  show()
  for (const label of ['Copy trading', 'Telegram', 'Instagram', 'Twitter', 'TikTok', 'Sito web'])
    await expect.element(field(label)).toBeVisible()
  await field('Telegram').fill('t.me/anna')
  await field('Sito web').fill('https://anna.it')
  await page.getByText('Altri link, che il profilo non mostra').click()
  await field('Facebook').fill('https://fb.com/anna')
  await expect.element(field('Broker')).toBeVisible()
  await save().click()
  await expect.element(page.getByRole('button', { name: 'Salvataggio...' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  answer()
  await expect.poll(text).toContain('Link salvati.')
  await expect.element(field('Telegram')).toHaveValue('https://t.me/anna')
  expect(requests.filter(({ key }) => key === call)).toEqual([
    {
      key: call,
      body: {
        trader_id: id,
        links: { telegram: 't.me/anna', website: 'https://anna.it', facebook: 'https://fb.com/anna' },
      },
    },
  ])
  await field('Telegram').click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(text).toContain('Nessun link è cambiato.')
  expect(requests.filter(({ key }) => key === call)).toHaveLength(1)
})

test('errors stand at each field and above them; the first has the focus, and nothing is sent', async () => {
  const requests = serveCalls({})
  show()
  await field('Copy trading').fill('http://copy.example.com')
  await field('TikTok').fill('https://example.com/anna')
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Copy trading')).toHaveAccessibleDescription('Il link deve iniziare con https://')
  await expect.element(field('TikTok')).toHaveAccessibleDescription('Il link deve portare a tiktok.com.')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Link non salvati. Correggi i 2 link segnati.')
  await expect.element(field('Copy trading')).toHaveFocus()
  expect(requests).toEqual([])
  await field('Copy trading').fill('https://copy.example.com')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Link non salvati. Correggi il link segnato.')
  await field('TikTok').fill('')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a refusal of the server stands at its field, also when the field is folded away', async () => {
  serveCalls({
    [call]: () => ({ status: 422, body: { detail: 'No.', fields: { 'links.broker': 'Il link non è valido.' } } }),
  })
  show()
  await page.getByText('Altri link, che il profilo non mostra').click()
  await field('Broker').fill('https://broker.example.com')
  await save().click()
  await expect.element(field('Broker')).toHaveAccessibleDescription('Il link non è valido.')
  await expect.element(field('Broker')).toHaveFocus()
})

test('without a network the typed texts stay', async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('away'))
  show()
  await field('Telegram').fill('https://t.me/anna')
  await save().click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Link non salvati. Errore di connessione. Riprova più tardi.')
  await expect.element(field('Telegram')).toHaveValue('https://t.me/anna')
})

test('a refresh changes only untouched fields', async () => {
  show({ stored: some })
  await field('Sito web').fill('https://anna')
  refresh({ stored: { ...some, telegram: 'https://t.me/nuova', website: 'https://altro.it/' } })
  await expect.element(field('Telegram')).toHaveValue('https://t.me/nuova')
  await expect.element(field('Sito web')).toHaveValue('https://anna')
  await expect.element(field('Sito web')).toHaveFocus()
})

test('a place lost meanwhile removes neither text nor focus', async () => {
  serveCalls({ [call]: saving({ telegram: 'https://t.me/anna' }) })
  show()
  await field('Telegram').fill('https://t.me/anna')
  refresh({ rank: 4 })
  await expect.element(page.getByText(/^Quello che hai scritto non è salvato\./)).toBeVisible()
  await expect.element(field('Telegram')).toHaveValue('https://t.me/anna')
  await expect.element(field('Telegram')).toHaveFocus()
  await expect.element(field('Telegram')).toHaveAttribute('readonly')
  expect(save().elements()).toHaveLength(0)
  refresh({ rank: 3 })
  await save().click()
  await expect.poll(text).toContain('Link salvati.')
})

test('a place that the server no longer finds is reported, and read again', async () => {
  const detail = 'I link sono riservati ai primi tre.'
  serveCalls({ [call]: () => ({ status: 403, body: { detail, error_type: 'LINKS_RESERVED' } }) })
  refused.mockClear()
  show()
  await field('Telegram').fill('https://t.me/anna')
  await save().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(`Link non salvati. ${detail}`)
  expect(refused).toHaveBeenCalledOnce()
})

test('all others read why they may not and what is missing', async () => {
  show({ rank: 12, isPublic: false })
  await expect.element(page.getByText(/^Quando entri tra i primi tre puoi mostrare/)).toBeVisible()
  expect(text()).toContain('Ora sei alla 12ª posizione su 148.')
  expect(text()).toContain('serve anche la titolarità del conto provata')
  expect(page.getByRole('textbox').elements()).toHaveLength(0)
  refresh({ rank: null, stored: some })
  await expect.element(page.getByText(/Ora non sei in classifica\./)).toBeVisible()
  await expect.element(field('Telegram')).toHaveAttribute('readonly')
})

test('one of the first three reads what else makes the links public', async () => {
  show({ isPublic: false })
  await expect.element(page.getByText(/solo con la titolarità del conto provata/)).toBeVisible()
  refresh({ isPublic: true })
  await expect.element(page.getByText('Compaiono sul profilo finché resti tra i primi tre.')).toBeVisible()
})
