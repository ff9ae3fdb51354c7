import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import adminSheet from '#features/admin/web/admin.css?inline'
import { skippableClock } from '#web/testing/clock.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { Toasts } from '#web/ui/frame/Toasts.tsx'
import { DOUBLE_CLICK_MS } from '#web/ui/dialogs/useDoubleClickGuard.ts'
import { RestartRow } from './RestartRow.tsx'
import { PageRow } from './SystemRow.tsx'
import { SystemSection } from './SystemSection.tsx'
import { backupsOf, backupWith, calls, firstName, instance, monitorWith, serve } from './testing/system.ts'

withSheets(adminSheet)

afterEach(() => vi.restoreAllMocks())

test('shows the state of each part, and links to its page', async () => {
  serve()
  mount(
    <SystemSection>
      <PageRow icon={null} title="Altro" href="/?view=admin">
        Di un’altra parte
      </PageRow>
    </SystemSection>,
  )
  await expect.element(page.getByText(`Ultimo: ${firstName}, 48,20\u00a0MB, verificato`)).toBeVisible()
  await expect.element(page.getByText('1.204 chiamate nell’ultima ora, 2 errori')).toBeVisible()
  await expect.element(page.getByText('Di un’altra parte')).toBeVisible()
  const links = page
    .getByRole('link')
    .elements()
    .map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')])
  expect(Object.fromEntries(links)).toEqual({
    'Vedi tutti i backup': '/?view=admin&page=system',
    'Apri Monitor API': '/?view=admin&page=system&part=monitor',
    'Apri Log di sistema': '/?view=admin&page=system&part=logs',
    'Apri Altro': '/?view=admin',
  })
})

test('marks unknown states', async () => {
  serve({
    [calls.backups]: () => ({ status: 403, body: { detail: 'Non hai i permessi.' } }),
    [calls.monitor]: () => ({ body: monitorWith({ totals: { ...monitorWith().totals, requests: 1, errors: 0 } }) }),
  })
  mount(<SystemSection>{null}</SystemSection>)
  await expect.element(page.getByText('Elenco dei backup non disponibile: Non hai i permessi.')).toBeVisible()
  await expect.element(page.getByText('1 chiamata nell’ultima ora, nessun errore')).toBeVisible()
})

test('the mail to all users does not exist yet: its row says so before the press, a toast after it', async () => {
  serve()
  mount(
    <>
      <SystemSection>{null}</SystemSection>
      <Toasts />
    </>,
  )
  await expect.element(page.getByText('In configurazione: per ora non parte nessuna email')).toBeVisible()
  await page.getByRole('button', { name: 'Prepara un’email a tutti gli utenti' }).click()
  await expect.element(page.getByText('Sistema email in configurazione. Disponibile a breve!').first()).toBeVisible()
})

test('makes one backup, shows the elapsed time, then its name', async () => {
  skippableClock()
  const made = Promise.withResolvers<void>()
  const second = 'toptrader-20261120T154000Z-99887766.backup'
  let isMade = false
  const requests = serve({
    [calls.make]: async () => {
      await made.promise
      isMade = true
      return { body: { backup_filename: second, backup_size_mb: 50.01, duration_ms: 2_000 } }
    },
    [calls.backups]: () => ({
      body: backupsOf([
        ...(isMade
          ? [backupWith({ backup_filename: second, backup_size_mb: 50.01, state: 'waiting', verified_at: null })]
          : []),
        backupWith(),
      ]),
    }),
  })
  mount(<SystemSection>{null}</SystemSection>)
  await page.getByRole('button', { name: 'Avvia backup' }).click()
  await expect.element(page.getByText(/In corso/).first()).toBeVisible()
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.element(page.getByText('In corso da 1 secondo')).toBeVisible()
  await page.getByRole('button', { name: 'Backup in corso...' }).click()
  made.resolve()
  await expect.element(page.getByText(`Ultimo: ${second}, 50,01\u00a0MB, in verifica`)).toBeVisible()
  await expect.element(page.getByText(`Backup fatto: ${second}, 50,01\u00a0MB`)).toBeInTheDocument()
  expect(requests.filter(({ key }) => key === calls.make)).toHaveLength(1)
})

test('explains why no backup was made, and what to do', async () => {
  let answer: 'running' | 'full' | 'lost' = 'running'
  serve({
    [calls.make]: () => {
      if (answer === 'lost') throw new TypeError('connection lost')
      return answer === 'running'
        ? {
            status: 409,
            body: { detail: 'Un backup è già in corso: attendi che finisca.', error_type: 'BACKUP_RUNNING' },
          }
        : { status: 507, body: { detail: 'Lo spazio per i backup è esaurito.', error_type: 'BACKUP_FULL' } }
    },
  })
  mount(<SystemSection>{null}</SystemSection>)
  const make = page.getByRole('button', { name: 'Avvia backup' })
  const alert = page.getByRole('alert')
  await make.click()
  await expect
    .element(alert)
    .toHaveTextContent('Un altro backup è in corso. Un backup è già in corso: attendi che finisca.')
  answer = 'full'
  await make.click()
  await expect.element(alert).toHaveTextContent('Errore durante il backup. Lo spazio per i backup è esaurito.')
  answer = 'lost'
  await make.click()
  await expect
    .element(alert)
    .toHaveTextContent(
      'Errore di connessione. Il backup può essere comunque in corso: guarda tra un minuto se è in elenco, poi riprova.',
    )
})

test('confirms a restart, with the focus on the cancel button, and reports a refusal', async () => {
  skippableClock()
  const detail = 'Questo server non tornerebbe da solo: riavvialo da dove è stato avviato.'
  const requests = serve({
    [calls.restart]: () => ({ status: 409, body: { detail, error_type: 'RESTART_UNSUPERVISED' } }),
  })
  mount(<SystemSection>{null}</SystemSection>)
  await page.getByRole('button', { name: 'Riavvia', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Riavviare il server?' })
  await expect.element(dialog.getByRole('button', { name: 'Annulla' })).toHaveFocus()
  await vi.advanceTimersByTimeAsync(DOUBLE_CLICK_MS)
  await dialog.getByRole('button', { name: 'Riavvia' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(detail)
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(requests.filter(({ key }) => key === calls.restart)).toHaveLength(1)
})

test('announces an impossible restart beforehand', async () => {
  const { program } = monitorWith()
  serve({ [calls.monitor]: () => ({ body: monitorWith({ program: { ...program, restartable: false } }) }) })
  mount(<SystemSection>{null}</SystemSection>)
  await expect.element(page.getByText(/Non disponibile: questo server non tornerebbe da solo/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Riavvia', exact: true })).toBeDisabled()
})

test('after a restart the page is loaded anew once another process answers, not before', async () => {
  skippableClock()
  let ask = 0
  serve({
    [calls.restart]: () => ({ status: 202, body: { message: 'Riavvio in corso.', instance } }),
    [calls.monitor]: () => {
      ask += 1
      // The ending process still answers, then none does, then the new one.
      if (ask === 2) throw new TypeError('connection refused')
      const started_at = ask > 2 ? '2026-11-20T15:41:00.000Z' : instance.started_at
      return { body: monitorWith({ instance: { ...instance, started_at } }) }
    },
  })
  const reload = vi.fn<() => void>()
  mount(
    <>
      <ul>
        <RestartRow reload={reload} />
      </ul>
      <Toasts />
    </>,
  )
  await page.getByRole('button', { name: 'Riavvia', exact: true }).click()
  await vi.advanceTimersByTimeAsync(DOUBLE_CLICK_MS)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Riavvia' }).click()
  await expect.element(page.getByText('La pagina si ricarica dopo 3 secondi').first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Riavvio...' })).toBeVisible()
  expect([ask, reload.mock.calls.length]).toEqual([0, 0])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(ask).toBe(0)
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(500)
      return reload.mock.calls.length
    })
    .toBe(1)
  expect(ask).toBe(3)
})
