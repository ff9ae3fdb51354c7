import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { tradersLink } from '#web/outside-link.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { onFirstToast, connectToasts } from '#web/toasts.ts'
import { writeToken } from '#web/storage/token.ts'
import { aShowcase, someId, unknownFigures } from '../testing/showcases.ts'
import type { Report } from './reports.ts'
import { ShowcasePage } from './ShowcasePage.tsx'
import { ShowcaseView } from './ShowcaseView.tsx'
import pageSheet from './page.css?inline'

withSheets(pageSheet)

let answer: () => Response
let clicks: Record<string, unknown>[]
let reads: { query: string; token: string | null }[]

beforeEach(() => {
  clicks = []
  reads = []
  answer = () => Response.json(aShowcase())
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href)
    if (url.pathname === '/api/showcases/track-click') {
      clicks.push(JSON.parse(init?.body as string) as Record<string, unknown>)
      return new Response(null, { status: 202 })
    }
    if (url.pathname === `/api/showcases/${someId}`) {
      reads.push({ query: url.search, token: new Headers(init?.headers).get('authorization') })
      return answer()
    }
    return Response.json({ detail: 'Non qui' }, { status: 404 })
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  writeToken(null)
})

const key = 'GET /api/showcases/:showcase_id'
const seed = (data: unknown) => [{ key, input: { params: { showcase_id: someId } }, data }]

test('shows return beside risk with its window, and the figures that the owner cannot edit', async () => {
  const host = mount(<ShowcasePage showcase={aShowcase()} />)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Marta Ferrero' })).toBeVisible()
  const text = host.textContent
  expect(text).toContain('ROI 90 giorni+12,34%Drawdown Max −8,45%')
  expect(text).toContain('su 1.284 operazioni')
  expect(text).toContain('su 148 trader')
  await expect.element(page.getByRole('region', { name: 'Dati del registro' })).toBeVisible()
  expect(text).toContain('ROI totale+184,32%dal 10/03/2026')
  expect(text).toContain('XAUUSD, EURUSD')
  expect(text).toContain('I rendimenti passati non garantiscono risultati futuri')
  await expect.element(page.getByRole('img', { name: 'Andamento dal 19/11/2026 al 20/11/2026: +12,34%' })).toBeVisible()
  expect(host.querySelector('[style]')).toBeNull()
})

test('shows only buttons with text and address, and every link has the required attributes', async () => {
  const host = mount(<ShowcasePage showcase={aShowcase()} />)
  const calls = page.getByRole('region', { name: 'Inizia a Copiare' })
  await expect.element(calls.getByRole('link', { name: 'Copia i miei trade' })).toBeVisible()
  expect([...calls.element().querySelectorAll('.btn')].map(({ textContent }) => textContent)).toEqual([
    'Copia i miei trade',
    'Apri conto con vantaggi',
  ])
  const leaving = [...host.querySelectorAll<HTMLAnchorElement>('a[href^="http"], a[href^="/uploads"]')]
  expect(leaving).toHaveLength(4)
  const buttons = [...calls.element().querySelectorAll<HTMLAnchorElement>('a.btn')]
  for (const { rel, target } of [...leaving, ...buttons]) expect({ rel, target }).toEqual({ ...tradersLink })
  // They lead over a page that names the host.
  const addresses = buttons.map((link) => link.getAttribute('href'))
  expect(addresses).toEqual([`/vetrine/${someId}/esci/1`, `/vetrine/${someId}/esci/4`])
  await expect.element(page.getByText('marta.example', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Guida Trading PDF da scaricare' })).toBeVisible()
})

test.each([
  {
    description: 'La descrizione.',
    bio_extended: 'I dettagli.',
    bio_short: 'La bio.',
    shown: 'La descrizione.I dettagli.',
  },
  {
    description: 'Lo stesso testo.',
    bio_extended: 'Lo stesso testo.',
    bio_short: 'La bio.',
    shown: 'Lo stesso testo.',
  },
  { description: ' ', bio_extended: 'I dettagli.', bio_short: 'La bio.', shown: 'I dettagli.' },
  { description: '', bio_extended: null, bio_short: 'La bio.', shown: 'La bio.' },
  {
    description: '',
    bio_extended: null,
    bio_short: null,
    shown: 'Marta Ferrero non ha ancora scritto una presentazione. I suoi risultati sono qui sopra.',
  },
])('shows $shown', async ({ description, bio_extended, bio_short, shown }) => {
  const { profile } = aShowcase()
  const showcase = aShowcase({ profile: { ...profile, description }, bio_extended, bio_short })
  const host = mount(<ShowcasePage showcase={showcase} />)
  await expect.element(page.getByRole('heading', { name: 'Il Tuo Personal Trader' })).toBeVisible()
  expect(host.querySelector('.show-prose')?.textContent).toBe(shown)
})

test('unknown figures are N/A, and nothing is derived from them', async () => {
  const showcase = aShowcase({
    performance: unknownFigures,
    verified: null,
    current_rank: null,
    verification_level: null,
  })
  const host = mount(<ShowcasePage showcase={{ ...showcase, cta_buttons: [], testimonials: [] }} />)
  await expect.element(page.getByText('Il registro non ha ancora dati di questo conto.')).toBeVisible()
  expect(host.textContent).toContain('ROI 90 giorniN/ADrawdown Max N/A')
  expect(host.textContent).toContain('PosizioneN/Afuori classifica')
  expect(host.textContent).toContain('Dati non verificati')
  expect(host.textContent).not.toContain('Inizia a Copiare')
  expect(host.textContent).not.toContain('Chi copia')
})

test('a finding and an open case stand where the figures are', async () => {
  const { verified } = aShowcase()
  const showcase = aShowcase({
    verified: verified && {
      ...verified,
      held: 'open',
      findings: [{ code: 'martingale', text: 'Dopo una perdita la dimensione aumenta.' }],
    },
  })
  mount(<ShowcasePage showcase={showcase} />)
  await expect.element(page.getByText('In verifica', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Segnalazioni' })).toBeVisible()
  await expect.element(page.getByText('Dopo una perdita la dimensione aumenta.')).toBeVisible()
})

test('without MyFxBook a sentence says so, and its button aloud; with it, it leads there and is counted apart from the link', async () => {
  const address = 'https://www.myfxbook.com/members/marta'
  mount(<ShowcasePage showcase={aShowcase()} />)
  await expect.element(page.getByText('MyFxBook non collegato per questo trader')).toBeVisible()
  expect(page.getByRole('alert').elements()).toHaveLength(0)
  await userEvent.click(page.getByRole('button', { name: 'Apri MyFxBook' }))
  await expect.element(page.getByRole('alert')).toHaveTextContent('MyFxBook non collegato per questo trader')
  const report = vi.fn<Report>()
  mount(<ShowcasePage showcase={aShowcase({ has_myfxbook: true, myfxbook_url: address })} report={report} />)
  const link = page.getByRole('link', { name: 'Apri MyFxBook' })
  await expect.element(link).toHaveAttribute('href', address)
  link.element().addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  expect(report).toHaveBeenCalledExactlyOnceWith({ type: 'myfx_click' })
})

test('pictures that do not come leave a placeholder, the band or the initials', async () => {
  const lost = (digit: string) => `/uploads/showcases/${digit.repeat(32)}-1600.webp`
  const { content } = aShowcase()
  const showcase = aShowcase({
    avatar_url: lost('a'),
    banner_url: lost('b'),
    content: { ...content, promotional_images: [lost('c'), lost('d'), lost('e')] },
  })
  const host = mount(<ShowcasePage showcase={showcase} />)
  await expect.poll(() => host.querySelectorAll('.show-promo .band svg').length).toBe(2)
  await expect.poll(() => host.querySelector('.show-cover .band svg')).not.toBeNull()
  expect(host.querySelector('.show-portrait')?.textContent).toBe('MF')
})

test('testimonials say who they come from', async () => {
  const testimonials = [
    { author_name: '', content: '', image_url: null },
    { author_name: 'Paolo', content: 'Copio da nove mesi.', image_url: null },
  ]
  const host = mount(<ShowcasePage showcase={aShowcase({ testimonials })} />)
  await expect.element(page.getByRole('heading', { name: 'Chi copia Marta Ferrero' })).toBeVisible()
  expect([...host.querySelectorAll('.show-quote')].map(({ textContent }) => textContent)).toEqual([
    'RecensioneAnonimofornita dal trader',
    'Copio da nove mesi.Paolofornita dal trader',
  ])
})

test('a visit and what is clicked are reported, with the place that the button has in the answer', async () => {
  mount(<ShowcaseView showcaseId={someId} />, { seeds: seed(aShowcase()) })
  await expect.poll(() => reads.some(({ query }) => query.includes('source='))).toBe(true)
  const link = page.getByRole('link', { name: 'Apri conto con vantaggi' })
  link.element().addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  await expect
    .poll(() => clicks)
    .toMatchObject([{ showcase_id: someId, type: 'cta', target: 'Apri conto con vantaggi', position: 4 }])
})

test('sharing uses the device where it can, else the clipboard, and counts once', async () => {
  const shared: string[] = []
  const toasts: string[] = []
  onFirstToast(() => undefined)
  const stop = connectToasts(({ text }) => void toasts.push(text))
  Object.defineProperty(navigator, 'share', { configurable: true, value: undefined })
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void shared.push(text))
  const report = vi.fn<Report>()
  mount(<ShowcasePage showcase={aShowcase()} report={report} />)
  await userEvent.click(page.getByRole('button', { name: 'Condividi' }))
  await expect.poll(() => toasts).toEqual(['Link copiato'])
  expect(shared).toEqual([`${window.location.origin}/vetrine/${someId}`])
  const device = vi.fn<() => Promise<void>>(async () => undefined)
  Object.defineProperty(navigator, 'share', { configurable: true, value: device })
  await userEvent.click(page.getByRole('button', { name: 'Condividi' }))
  expect(device).toHaveBeenCalledOnce()
  expect(write).toHaveBeenCalledOnce()
  expect(report.mock.calls).toEqual([[{ type: 'share' }], [{ type: 'share' }]])
  Reflect.deleteProperty(navigator, 'share')
  stop()
})

test('a page that the server may not show is "non trovata" for visitors, and its owner’s once the token is tried', async () => {
  mount(<ShowcaseView showcaseId={someId} />, { seeds: seed(null) })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Vetrina non trovata' })).toBeVisible()
  expect(reads).toEqual([])
  answer = () => Response.json(aShowcase({ status: 'pending_review', owner_preview: true, published_at: null }))
  writeToken('token-of-the-owner')
  await expect.element(page.getByText('Anteprima: In Moderazione.')).toBeVisible()
  await expect.element(page.getByText('La pagina non è ancora pubblica', { exact: false })).toBeVisible()
  expect(reads.every(({ token, query }) => token === 'Bearer token-of-the-owner' && query === '')).toBe(true)
})

test('the owner whose Diamond ended reads why nobody else sees the page', async () => {
  const trader_info = { display_name: 'Marta', is_diamond: false, is_admin: false }
  mount(<ShowcasePage showcase={aShowcase({ owner_preview: true, trader_info })} />)
  await expect.element(page.getByText('Il piano Diamond non è attivo', { exact: false })).toBeVisible()
})

test('an error is reported and can be retried', async () => {
  answer = () => Response.json({ detail: 'Servizio non disponibile.' }, { status: 503 })
  mount(<ShowcaseView showcaseId={someId} />)
  await expect.element(page.getByText('Errore nel caricamento della vetrina.')).toBeVisible()
  answer = () => Response.json(aShowcase())
  await userEvent.click(page.getByRole('button', { name: 'Riprova' }))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Marta Ferrero' })).toBeVisible()
})

test('as a part of another screen it has no main, no title of the page and no banner, and its buttons lead to what is typed', async () => {
  const host = mount(<ShowcasePage showcase={aShowcase({ owner_preview: true })} preview />)
  await expect.element(page.getByRole('heading', { level: 2, name: 'Marta Ferrero' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Copia i miei trade' }))
    .toHaveAttribute('href', 'https://copia.example/marta')
  expect(host.querySelector('main, h1, #contenuto')).toBeNull()
  expect(host.textContent).not.toContain('Anteprima')
})

test.each([1440, 820, 390, 320])(
  'nothing runs over at %i px; on phones the buttons follow the figures',
  async (width) => {
    await page.viewport(width, 900)
    const long = 'Donaudampfschifffahrtsgesellschaft'
    const { profile } = aShowcase()
    mount(<ShowcasePage showcase={aShowcase({ title: long.repeat(2), profile: { ...profile, display_name: long } })} />)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    const { scrollWidth, clientWidth } = document.documentElement
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    const top = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top ?? 0
    if (width > 1139) return
    expect(top('.show-calls')).toBeLessThan(top('.show-main'))
    expect(top('.show-side')).toBeGreaterThan(top('.show-main'))
  },
)

test('a gallery without images has two placeholders', async () => {
  const { content } = aShowcase()
  const host = mount(<ShowcasePage showcase={aShowcase({ content: { ...content, promotional_images: [] } })} />)
  await expect.poll(() => host.querySelectorAll('.show-promo .band svg').length).toBe(2)
  // Each fills its own frame, below the heading.
  for (const frame of host.querySelectorAll('.show-promo')) {
    const [outer, band] = [frame, frame.querySelector('.band')].map((element) => element?.getBoundingClientRect())
    expect(outer?.height).toBeGreaterThan(100)
    expect(band).toEqual(outer)
  }
})

test.each([
  [false, 'MT5 Demo', 1],
  [true, 'MT5 Real', 0],
])('real account %s: the page carries its source %s, and says DATI DEMO %i times', async (isReal, source, times) => {
  mount(<ShowcasePage showcase={aShowcase({ is_real_account: isReal, is_ea_verified: true })} />)
  await expect.element(page.getByText('Dati del registro', { exact: true })).toBeVisible()
  await expect.element(page.getByText(source, { exact: true })).toBeVisible()
  expect(page.getByText('DATI DEMO.').elements()).toHaveLength(times)
})

test.each([
  [false, 'collegata dal trader'],
  [true, 'confrontata da una persona di TopTrader'],
])('where the page was compared (%s) the outside verification is %s', async (matched, words) => {
  const page_there = { has_myfxbook: true, myfxbook_url: 'https://www.myfxbook.com/members/marta' }
  mount(<ShowcasePage showcase={aShowcase({ verification_level: 'L3', ...page_there, myfxbook_matched: matched })} />)
  await expect.element(page.getByText(words)).toBeVisible()
  expect(page.getByText('controllata da terzi').elements()).toHaveLength(0)
})
