import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import pagesSheet from '#features/admin/web/pages/pages.css?inline'
import { skippableClock } from '#web/testing/clock.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { startAt } from '#web/testing/routed.ts'
import { calls, instance, serve } from '../testing/system.ts'
import { LogsPart } from './LogsPart.tsx'

withSheets(pagesSheet)

/** A log that grows by `say`, answered as the server answers it, for `by` of several instances. */
function journal(by = instance, id = '0000002a') {
  const lines: { line_id: number; time: string; level: string; message: string; details: string }[] = []
  const requests: URL[] = []
  let sent = 0
  return {
    by,
    /** Lines that were sent. */
    sent: () => sent,
    requests,
    say(message: string, { level = 'info', details = '' } = {}) {
      const line_id = lines.length + 1
      lines.push({
        line_id,
        time: new Date(Date.UTC(2026, 10, 20, 15, 40, line_id)).toISOString(),
        level,
        message,
        details,
      })
    },
    answer: ({ url }: { url: URL }) => {
      requests.push(url)
      const wanted = url.searchParams
      const own = (wanted.get('after') ?? '').split(',').find((place) => place.startsWith(`${id}.`))
      const after = Number(own?.slice(id.length + 1) ?? 0)
      const shown = lines
        .filter(({ line_id: id, level, message }) => {
          const isLevel = wanted.get('level') === null || level === wanted.get('level')
          return id > after && isLevel && message.includes(wanted.get('q') ?? '')
        })
        .toReversed()
        .slice(0, Number(wanted.get('limit')))
      sent += shown.length
      return { body: { instance: by, lines: shown, place: `${id}.${lines.length}` } }
    },
  }
}

startAt('/?view=admin&page=system&part=logs')
beforeEach(() => page.viewport(1_300, 900))
afterEach(() => vi.restoreAllMocks())

/** Milliseconds between two readings. */
const everyMs = 2_000

const messages = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((line) => line.querySelector('.sys-message')?.firstChild?.textContent)
const away = () => userEvent.hover(page.getByRole('heading', { name: 'Log di sistema' }))

test('shows the newest first, refreshes by itself, and requests only new lines', async () => {
  skippableClock()
  const log = journal()
  log.say('uno')
  log.say('due', { level: 'warn' })
  serve({ [calls.logs]: log.answer })
  mount(<LogsPart />)
  await away()
  await expect.element(page.getByText('due')).toBeVisible()
  expect(messages()).toEqual(['due', 'uno'])
  log.say('tre')
  await vi.advanceTimersByTimeAsync(everyMs)
  await expect.element(page.getByText('tre')).toBeVisible()
  expect(messages()).toEqual(['tre', 'due', 'uno'])
  expect(
    log.requests.slice(0, 2).map(({ searchParams }) => [searchParams.get('after'), searchParams.get('limit')]),
  ).toEqual([
    [null, '200'],
    ['0000002a.2', '1000'],
  ])
  await expect.element(page.getByText('casa:42')).toBeVisible()
})

test('new lines wait while an admin reads: paused, over a line, in an open one', async () => {
  skippableClock()
  const log = journal()
  log.say('uno', { details: '{"method":"GET","route":"/api/x","status":500,"ms":12}' })
  serve({ [calls.logs]: log.answer })
  mount(<LogsPart />)
  await away()
  const line = page.getByRole('button', { name: /uno/ })
  await line.click()
  await expect.element(line).toMatchTextContent(/uno GET \/api\/x 500 12.ms$/)
  await expect.element(page.getByText(/"route": "\/api\/x",/)).toBeVisible()
  const place = line.element().getBoundingClientRect().top
  log.say('due')
  log.say('tre')
  await away()
  await vi.advanceTimersByTimeAsync(everyMs)
  const newLines = page.getByRole('button', { name: '2 nuove righe' })
  await expect.element(newLines).toBeVisible()
  expect(messages()).toEqual(['uno'])
  expect(line.element().getBoundingClientRect().top).toBe(place)
  await newLines.click()
  await away()
  await expect.poll(messages).toEqual(['tre', 'due', 'uno'])
  await page.getByRole('button', { name: 'Pausa' }).click()
  log.say('quattro')
  await vi.advanceTimersByTimeAsync(everyMs)
  await expect.element(page.getByRole('button', { name: '1 nuova riga' })).toBeVisible()
  expect(messages()).toEqual(['tre', 'due', 'uno'])
  await page.getByRole('button', { name: 'Riprendi' }).click()
  await expect.poll(messages).toEqual(['quattro', 'tre', 'due', 'uno'])
  await userEvent.hover(line)
  log.say('cinque')
  await vi.advanceTimersByTimeAsync(everyMs)
  await expect.element(page.getByRole('button', { name: '1 nuova riga' })).toBeVisible()
  await away()
  await expect.poll(messages).toEqual(['cinque', 'quattro', 'tre', 'due', 'uno'])
})

test('lines are text, whatever their content', async () => {
  const log = journal()
  const text = '<img src=x onerror="window.hit = 1"><b>grasso</b>'
  log.say(text, { details: JSON.stringify({ html: text }) })
  serve({ [calls.logs]: log.answer })
  mount(<LogsPart />)
  await expect.element(page.getByText(text)).toBeVisible()
  await page.getByRole('button', { name: /grasso/ }).click()
  await expect.element(page.getByText(/"html":/)).toBeVisible()
  expect(document.querySelector('.sys-log img, .sys-log b')).toBeNull()
  expect('hit' in window).toBe(false)
})

test('level and search stand in the address and go to the call', async () => {
  const log = journal()
  log.say('uno')
  log.say('due', { level: 'error' })
  serve({ [calls.logs]: log.answer })
  mount(<LogsPart />)
  await page.getByRole('combobox', { name: 'Livello' }).selectOptions('error')
  await expect.poll(messages).toEqual(['due'])
  expect(window.location.search).toBe('?view=admin&page=system&part=logs&level=error')
  await page.getByLabelText('Cerca nelle righe').fill('tre')
  await expect.element(page.getByText('Nessuna riga con questi filtri.')).toBeVisible()
  expect(log.requests.at(-1)?.searchParams.get('q')).toBe('tre')
})

test('copies a line with the server’s time', async () => {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    copied.push(text)
  })
  const log = journal()
  log.say('uno', { details: '{"a":1}' })
  log.say('due')
  serve({ [calls.logs]: log.answer })
  mount(<LogsPart />)
  await page.getByRole('button', { name: /uno/ }).click()
  await page.getByRole('button', { name: 'Copia la riga' }).click()
  await page.getByRole('button', { name: 'Copia le righe' }).click()
  const one = '2026-11-20T15:40:01.000Z info casa:42 uno {"a":1}'
  await expect.poll(() => copied).toEqual([one, `2026-11-20T15:40:02.000Z info casa:42 due\n${one}`])
})

test('several instances behind one address are mixed by time, and none is read twice', async () => {
  skippableClock()
  const logs = [journal(), journal({ name: 'casa:43', started_at: '2026-11-20T09:00:00.000Z' }, '0000002b')] as const
  // The first instance is much older and has many more lines.
  for (let index = 1; index <= 30; index += 1) logs[0].say(`a${index}`)
  logs[1].say('b1')
  let turn = 0
  serve({
    [calls.logs]: (request) => {
      turn += 1
      return logs[turn % 2 === 1 ? 0 : 1].answer(request)
    },
  })
  mount(<LogsPart />)
  await away()
  await expect.element(page.getByText('a30')).toBeVisible()
  await vi.advanceTimersByTimeAsync(everyMs)
  await expect.element(page.getByText('delle istanze casa:42, casa:43', { exact: false })).toBeVisible()
  logs[1].say('b2')
  logs[0].say('a31')
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(everyMs)
      return messages().length
    })
    .toBe(33)
  const sent = logs.map((log) => log.sent())
  expect(sent).toEqual([31, 2])
  expect(new Set(messages()).size).toBe(33)
})

test('during an outage the lines stay, and it continues by itself', async () => {
  skippableClock()
  const log = journal()
  log.say('uno')
  let isDown = true
  serve({
    [calls.logs]: (request) => {
      if (isDown) throw new TypeError('connection lost')
      return log.answer(request)
    },
  })
  mount(<LogsPart />)
  await expect.element(page.getByText('Errore caricamento log.')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(page.getByText('uno')).toBeVisible()
  isDown = true
  await vi.advanceTimersByTimeAsync(everyMs)
  await expect.element(page.getByText(/I dati potrebbero non essere aggiornati/)).toBeVisible()
  expect(messages()).toEqual(['uno'])
  isDown = false
  await away()
  await vi.advanceTimersByTimeAsync(2 * everyMs)
  await expect.element(page.getByText(/I dati potrebbero non essere aggiornati/)).not.toBeInTheDocument()
})
