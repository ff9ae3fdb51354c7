import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { writeToken } from '#web/storage/token.ts'
import accountSheet from './account.css?inline'
import { ExportPanel } from './ExportPanel.tsx'

withSheets(accountSheet)

beforeEach(() => writeToken('prova'))
afterEach(() => {
  vi.restoreAllMocks()
  writeToken(null)
})

/** Files that the browser was handed. */
function savedFiles() {
  const files: { name: string; href: string }[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, href: this.href })
  })
  return files
}

const json = () => page.getByRole('button', { name: 'Scarica JSON' })

test('the file comes with the token, shows how much is there, and has the server’s name', async () => {
  const files = savedFiles()
  let stream!: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) })
  const fetching = vi.spyOn(window, 'fetch').mockResolvedValue(
    new Response(body, {
      headers: { 'content-disposition': 'attachment; filename="toptrader-chiara.neri-2026-11-20.json"' },
    }),
  )
  mount(<ExportPanel username="chiara.neri" />)
  await json().click()
  await expect.element(page.getByText('Il server prepara il file.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Scarica CSV' })).toBeDisabled()
  stream.enqueue(new Uint8Array(1_500_000))
  await expect.element(page.getByText('Ricevuti 1,5 MB.')).toBeVisible()
  stream.enqueue(new Uint8Array(700_000))
  stream.close()
  await expect.element(page.getByText('File pronto: 2,2 MB. Lo trovi tra i download del browser.')).toBeVisible()
  expect(files.map(({ name }) => name)).toEqual(['toptrader-chiara.neri-2026-11-20.json'])
  expect(fetching.mock.calls[0]?.[0]).toBe('/api/account/export?format=json')
  expect(fetching.mock.calls[0]?.[1]?.headers).toEqual({ authorization: 'Bearer prova' })
})

test('where the length is known the bar shows it; CSV is an archive', async () => {
  const files = savedFiles()
  let stream!: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) })
  vi.spyOn(window, 'fetch').mockResolvedValue(new Response(body, { headers: { 'content-length': '4000' } }))
  mount(<ExportPanel username="chiara.neri" />)
  await page.getByRole('button', { name: 'Scarica CSV' }).click()
  stream.enqueue(new Uint8Array(1_000))
  await expect.element(page.getByText('Ricevuti 1 kB di 4 kB.')).toBeVisible()
  expect(document.querySelector('progress')).toMatchObject({ value: 1_000, max: 4_000 })
  stream.enqueue(new Uint8Array(3_000))
  stream.close()
  await expect.element(page.getByText(/^File pronto: 4 kB/)).toBeVisible()
  expect(files.map(({ name }) => name)).toEqual(['toptrader-chiara.neri.zip'])
})

test('an export can be cancelled', async () => {
  const files = savedFiles()
  vi.spyOn(window, 'fetch').mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      }),
  )
  mount(<ExportPanel username="chiara.neri" />)
  await json().click()
  await page.getByRole('button', { name: 'Annulla' }).click()
  await expect.element(page.getByText('Download annullato.')).toBeVisible()
  expect(files).toHaveLength(0)
})

test('refusals, broken files and a lost connection are shown, and can be tried again', async () => {
  const files = savedFiles()
  const broken = new ReadableStream({
    pull(controller) {
      controller.error(new TypeError('network'))
    },
  })
  const answers = [
    () => Promise.resolve(new Response('{"detail":"Un’esportazione è già in corso."}', { status: 409 })),
    () => Promise.reject(new TypeError('offline')),
    () => Promise.resolve(new Response(broken)),
    () => Promise.resolve(new Response('<html>', { status: 502 })),
    () => Promise.resolve(new Response('{}')),
  ]
  vi.spyOn(window, 'fetch').mockImplementation(() => answers.shift()!())
  mount(<ExportPanel username="chiara.neri" />)
  const again = page.getByRole('button', { name: 'Riprova' })
  await json().click()
  await expect.element(page.getByText('Un’esportazione è già in corso.')).toBeVisible()
  for (const sentence of [
    'Errore di connessione. Riprova più tardi.',
    'Errore di connessione. Riprova più tardi.',
    'Errore',
  ]) {
    await again.click()
    await expect.element(page.getByText('Esportazione non riuscita.')).toBeVisible()
    await expect.element(page.getByText(sentence, { exact: true })).toBeVisible()
  }
  expect(files).toHaveLength(0)
  await again.click()
  await expect.element(page.getByText(/^File pronto/)).toBeVisible()
  expect(files).toHaveLength(1)
})
