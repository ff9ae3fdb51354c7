import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import pagesSheet from '#features/admin/web/pages/pages.css?inline'
import { navigate } from '#web/router.ts'
import { skippableClock } from '#web/testing/clock.ts'
import { mountWithToasts, withSheets } from '#web/testing/mount.tsx'
import { startAt } from '#web/testing/routed.ts'
import { HOUR_MS } from '#shared/dates.ts'
import { backupsOf, backupWith, calls, firstName, instance, monitorWith, serve } from '../testing/system.ts'
import { SystemPage } from './SystemPage.tsx'

withSheets(pagesSheet)

startAt('/?view=admin&page=system')
beforeEach(() => page.viewport(1_300, 900))
afterEach(() => vi.restoreAllMocks())

function open(part: string) {
  navigate(`/?view=admin&page=system&part=${part}`, { replace: true })
  mountWithToasts(<SystemPage />)
}

describe('backups', () => {
  const fileKey = `POST /api/admin/system/backups/${firstName}/download`

  test('each has its state as a label, its sentence, age and size', async () => {
    serve({
      [calls.backups]: () => ({
        body: backupsOf([
          backupWith({ backup_filename: 'a', created_at: new Date(Date.now() - 3 * HOUR_MS).toISOString() }),
          backupWith({ backup_filename: 'b', state: 'waiting', verified_at: null, note: 'Non ancora ripristinato.' }),
          backupWith({ backup_filename: 'c', state: 'failed', verified_at: null, note: 'Non farci affidamento.' }),
          backupWith({
            backup_filename: 'd',
            state: 'unverified',
            verified_at: null,
            rows: null,
            note: 'Altra chiave.',
          }),
        ]),
      }),
    })
    open('backup')
    await expect.element(page.getByRole('row', { name: /^a / })).toMatchTextContent(/3 h fa.*48,20.*Verificato/)
    const states = { b: /In verificaNon ancora/, c: /Non si ripristinaNon farci/, d: /N\/ANon verificatoAltra chiave/ }
    for (const [name, text] of Object.entries(states)) {
      await expect.element(page.getByRole('row', { name: new RegExp(`^${name} `) })).toMatchTextContent(text)
    }
    await expect.element(page.getByText(/npm run restore -- FILE/)).toBeVisible()
    await expect.element(page.getByText(/Conservane una copia fuori/)).toBeVisible()
  })

  test('none yet, and an error that can be tried again', async () => {
    let isDown = true
    serve({
      [calls.backups]: () => (isDown ? { status: 403, body: { detail: 'Non ora.' } } : { body: backupsOf([]) }),
    })
    open('backup')
    await expect.element(page.getByText('Errore caricamento backup.')).toBeVisible()
    isDown = false
    await page.getByRole('button', { name: 'Riprova' }).click()
    await expect.element(page.getByText('Ancora nessun backup')).toBeVisible()
  })

  test('a download requires the password; a wrong one is reported at its field, the right one saves the file by its name', async () => {
    const requests = serve({
      [fileKey]: ({ body }) =>
        (body as { password: string }).password === 'giusta'
          ? { body: 'sealed' }
          : {
              status: 422,
              body: { detail: 'Controlla i campi.', fields: { password: 'La password non è corretta: riscrivila.' } },
            },
    })
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    open('backup')
    await page.getByRole('button', { name: `Scarica ${firstName}` }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Scaricare il backup?' })
    const field = dialog.getByLabelText('La tua password', { exact: true })
    await dialog.getByRole('button', { name: 'Scarica' }).click()
    await expect.element(dialog.getByText('Inserisci la password.')).toBeVisible()
    await expect.element(field).toHaveFocus()
    expect(requests.filter(({ key }) => key === fileKey)).toEqual([])
    await field.fill('sbagliata')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByText('La password non è corretta: riscrivila.')).toBeVisible()
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    expect(saved).toEqual([])
    await field.fill('giusta')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(saved).toEqual([firstName])
    await expect.element(page.getByText(`${firstName} scaricato.`).first()).toBeVisible()
  })

  test('a missing or truncated download is reported in the dialog', async () => {
    let isCut = false
    serve({
      [fileKey]: () => {
        if (isCut) throw new TypeError('connection lost')
        return { status: 404, body: { detail: 'Backup non trovato: ricarica la pagina.' } }
      },
    })
    open('backup')
    await page.getByRole('button', { name: `Scarica ${firstName}` }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabelText('La tua password', { exact: true }).fill('giusta')
    await dialog.getByRole('button', { name: 'Scarica' }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/Backup non trovato: ricarica la pagina\./)
    isCut = true
    await dialog.getByRole('button', { name: 'Scarica' }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/il file non è arrivato intero/)
  })
})

describe('the monitor', () => {
  test.each([1_440, 1_200, 900, 600])('at %i px the parts leave no empty cell', async (width) => {
    await page.viewport(width, 900)
    serve({ [calls.monitor]: () => ({ body: monitorWith() }) })
    open('monitor')
    await expect.element(page.getByText('Base dati')).toBeVisible()
    const list = document.querySelector('.sys-health')
    const right = (element: Element | null | undefined) => Math.round(element?.getBoundingClientRect().right ?? -1)
    expect(right(list?.lastElementChild)).toBe(right(list))
  })

  const routes = () =>
    page
      .getByRole('rowheader')
      .elements()
      .map((head) => head.textContent)

  test('shows the state of each part, the running program, and the answering instance', async () => {
    serve({
      [calls.monitor]: () => ({
        body: monitorWith(
          {},
          {
            queue: { state: 'behind', last_done_at: null, late_jobs: 2, failed_jobs: ['sweep-pictures'] },
            backup: { state: 'late', last_backup_at: '2026-11-18T01:20:00.000Z', last_verified_at: null },
            storage: { state: 'full', ms: 1, kind: 'disk', free_mb: 40 },
          },
        ),
      }),
    })
    open('monitor')
    await expect.element(page.getByText('2 lavori in ritardo di oltre 3 minuti.', { exact: false })).toBeVisible()
    await expect.element(page.getByText('Quasi pieno')).toBeVisible()
    const parts = page.getByRole('listitem').elements()
    // Parts that need a person come first.
    expect(parts.slice(0, 3).map((part) => part.textContent)).toEqual([
      expect.stringContaining('Lavori periodici'),
      expect.stringContaining('File caricati'),
      expect.stringContaining('Backup'),
    ])
    await expect.element(page.getByText('casa:42', { exact: true })).toBeVisible()
    await expect.element(page.getByText('casa:42, casa:43')).toBeVisible()
    await expect.element(page.getByText('202611221001_audit_checks')).toBeVisible()
    await expect
      .element(
        page.getByText(
          'Da guardare: Lavori periodici: In ritardo; File caricati (disco): Quasi pieno; Backup: In ritardo.',
        ),
      )
      .toBeInTheDocument()
  })

  test('sorts and filters its routes by the address', async () => {
    serve()
    open('monitor')
    await expect.element(page.getByText('3 percorsi')).toBeVisible()
    expect(routes()).toEqual(['GET /api/leaderboard', 'POST /api/ea/sync', 'Indirizzi sconosciuti'])
    await page.getByRole('link', { name: 'p95' }).click()
    expect(routes()).toEqual(['POST /api/ea/sync', 'GET /api/leaderboard', 'Indirizzi sconosciuti'])
    await expect.element(page.getByRole('columnheader', { name: 'p95' })).toHaveAttribute('aria-sort', 'descending')
    await page.getByRole('link', { name: 'p95' }).click()
    expect(routes()).toEqual(['Indirizzi sconosciuti', 'GET /api/leaderboard', 'POST /api/ea/sync'])
    await page.getByRole('combobox', { name: 'Mostra' }).selectOptions('errors')
    await expect.element(page.getByText('1 percorso')).toBeVisible()
    expect(routes()).toEqual(['POST /api/ea/sync'])
    expect(window.location.search).toBe('?view=admin&page=system&part=monitor&only=errors&sort_by=p95_ms&order=asc')
    await page.getByLabelText('Cerca un percorso').fill('classifica')
    await expect.element(page.getByText('Nessun percorso con questi filtri.')).toBeVisible()
  })

  test('refreshes until it is paused, then on request', async () => {
    skippableClock()
    let reads = 0
    serve({
      [calls.monitor]: () => {
        reads += 1
        return { body: monitorWith({ totals: { ...monitorWith().totals, requests: 5_000 + reads } }) }
      },
    })
    open('monitor')
    await expect.element(page.getByText('5.001')).toBeVisible()
    await vi.advanceTimersByTimeAsync(10_000)
    await expect.element(page.getByText('5.002')).toBeVisible()
    await page.getByRole('button', { name: 'Pausa' }).click()
    await page.getByRole('button', { name: 'Aggiorna' }).click()
    await expect.element(page.getByText('5.003')).toBeVisible()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reads).toBe(3)
  })

  test('reports an outage, and tries again', async () => {
    let isDown = true
    serve({
      [calls.monitor]: () => (isDown ? { status: 403, body: { detail: 'Non ora.' } } : { body: monitorWith() }),
    })
    open('monitor')
    await expect.element(page.getByText('Errore caricamento monitor.')).toBeVisible()
    isDown = false
    await page.getByRole('button', { name: 'Riprova' }).click()
    await expect.element(page.getByText('Base dati', { exact: true })).toBeVisible()
  })
})

test('parts are links; an unknown part shows the first', async () => {
  serve({ [calls.logs]: () => ({ body: { instance, lines: [], place: '0000002a.0' } }) })
  open('nowhere')
  await expect.element(page.getByRole('heading', { level: 2, name: 'Backup' })).toBeVisible()
  await page.getByRole('link', { name: 'Log di sistema' }).click()
  await expect.element(page.getByRole('heading', { level: 2, name: 'Log di sistema' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Log di sistema' })).toHaveAttribute('aria-current', 'page')
  window.history.back()
  await expect.element(page.getByRole('heading', { level: 2, name: 'Backup' })).toBeVisible()
})
