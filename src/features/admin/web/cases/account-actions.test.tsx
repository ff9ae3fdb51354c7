import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accountWith, heirId, integrityWith, marta, match, reason, serve, traderId } from './testing/trader.ts'
import { traderPage } from './testing/page.tsx'

const release = `POST /api/admin/accounts/${marta.account_id}/release`

const show = traderPage()
const dialog = () => page.getByRole('alertdialog')

test('a release requires the receiver and a reason, confirms both, then acts; the focus returns', async () => {
  let account = accountWith({ claimants: [{ username: 'luca', code_seen_at: null }] })
  const { requests } = serve(() => integrityWith({ accounts: [account] }), {
    [release]: () => {
      account = accountWith({ closed_at: '2026-11-22T10:00:00.000Z', released_to: 'Luca' })
      return { body: { success: true, message: 'Conto liberato.', closed_at: account.closed_at } }
    },
  })
  show()
  const opener = page.getByRole('button', { name: 'Libera per un altro utente' })
  await opener.click()
  await expect.element(dialog().getByText(/il suo token EA non vale più/)).toBeVisible()
  await dialog().getByRole('button', { name: 'Continua' }).click()
  const username = dialog().getByLabelText('Username del nuovo titolare')
  await expect.element(dialog().getByText('Scrivi lo username.')).toBeVisible()
  await expect.element(dialog().getByText('Scrivi almeno 10 caratteri.')).toBeVisible()
  await expect.element(username).toHaveFocus()
  await username.fill('nessuno')
  await dialog()
    .getByLabelText(/Motivo/)
    .fill(reason)
  await dialog().getByRole('button', { name: 'Continua' }).click()
  await expect.element(dialog().getByText('Nessun utente ha questo username.')).toBeVisible()
  await dialog().getByRole('button', { name: '@luca' }).click()
  await dialog().getByRole('button', { name: 'Continua' }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'Dare il conto a @Luca?' })).toBeVisible()
  expect(requests.some(({ key }) => key === release)).toBe(false)
  await dialog().getByRole('button', { name: 'Chiudi e libera il conto' }).click()
  await expect.element(page.getByText('Conto liberato.').first()).toBeVisible()
  expect(requests.find(({ key }) => key === release)?.body).toEqual({ trader_id: heirId, reason })
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('a refusal of a release stands at the field', async () => {
  serve(() => integrityWith(), {
    [release]: () => ({
      status: 409,
      body: { detail: 'Il conto è, o era, di questo stesso utente.', error_type: 'CONFLICT' },
    }),
  })
  show()
  await page.getByRole('button', { name: 'Libera per un altro utente' }).click()
  await dialog().getByLabelText('Username del nuovo titolare').fill('@luca')
  await dialog()
    .getByLabelText(/Motivo/)
    .fill(reason)
  await dialog().getByRole('button', { name: 'Continua' }).click()
  await dialog().getByRole('button', { name: 'Chiudi e libera il conto' }).click()
  const username = dialog().getByLabelText('Username del nuovo titolare')
  await expect.element(dialog().getByText('Il conto è, o era, di questo stesso utente.')).toBeVisible()
  await expect.element(username).toHaveValue('@luca')
  await expect.element(username).toHaveFocus()
})

test('the name of a server: the same one is no change, a taken one is reported at the field', async () => {
  const move = `POST /api/admin/accounts/${marta.account_id}/server`
  const { requests } = serve(() => integrityWith(), {
    [move]: () => ({
      status: 409,
      body: {
        detail: 'Con questo server e questo numero c’è già un altro conto: controlla il nome del server.',
        error_type: 'CONFLICT',
      },
    }),
  })
  show()
  await page.getByRole('button', { name: 'Cambia nome del server' }).click()
  const server = dialog().getByLabelText('Nome nuovo del server')
  await server.fill('Prova-Live')
  await dialog()
    .getByLabelText(/Motivo/)
    .fill(reason)
  await dialog().getByRole('button', { name: 'Cambia server' }).click()
  await expect.element(dialog().getByText('È il nome che ha già.')).toBeVisible()
  await server.fill(' Prova-Live2 ')
  await dialog().getByRole('button', { name: 'Cambia server' }).click()
  await expect.element(dialog().getByText(/c’è già un altro conto/)).toBeVisible()
  await expect.element(server).toHaveFocus()
  expect(requests.find(({ key }) => key === move)?.body).toEqual({ server: 'Prova-Live2', reason })
})

test('the number of an erased profile is typed in full; an unknown one is reported at the field', async () => {
  const erased = 'POST /api/admin/accounts/release-erased'
  const { requests } = serve(() => integrityWith({ accounts: [], level: 'L0', held: null }), {
    [erased]: () => ({
      status: 404,
      body: {
        detail: 'Nessun account eliminato aveva questo conto: controlla server e numero.',
        error_type: 'NOT_FOUND',
      },
    }),
  })
  show()
  await expect.element(page.getByText(/Nessun terminale ha mai sincronizzato/)).toBeVisible()
  await expect.element(page.getByText('Serve un conto collegato: ora non ce n’è uno.')).toBeVisible()
  await page.getByRole('button', { name: 'Libera il conto' }).click()
  await dialog().getByRole('button', { name: 'Libera il conto' }).click()
  await expect.element(dialog().getByText('Indica MT4 o MT5.')).toBeVisible()
  await expect.element(dialog().getByText('Solo cifre, al massimo 20.')).toBeVisible()
  await dialog().getByLabelText('Piattaforma').selectOptions('MT5')
  await dialog().getByLabelText('Server').fill('Prova-Live')
  await dialog().getByLabelText('Numero del conto').fill('7001234')
  await dialog()
    .getByLabelText(/Motivo/)
    .fill(reason)
  await dialog().getByRole('button', { name: 'Libera il conto' }).click()
  await expect
    .element(dialog().getByText('Nessun account eliminato aveva questo conto: controlla server e numero.'))
    .toBeVisible()
  await expect.element(dialog().getByLabelText('Numero del conto')).toHaveFocus()
  expect(requests.find(({ key }) => key === erased)?.body).toEqual({
    platform: 'MT5',
    server: 'Prova-Live',
    login: '7001234',
    trader_id: traderId,
    reason,
  })
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('the match in force is ended with a reason; a new one is compared before it counts', async () => {
  const verification = `POST /api/admin/traders/${traderId}/verification`
  let matches = [match]
  const { requests } = serve(() => integrityWith({ matches, level: 'L3' }), {
    [verification]: ({ body }) => {
      const isEnd = (body as { action: string }).action === 'revoke'
      if (isEnd) matches = [{ ...match, in_force: false, revoked_at: '2026-11-22T10:00:00.000Z' }]
      return {
        body: isEnd
          ? { success: true, message: 'Riscontro ritirato.', accepted: false, level: 'L2', compared: null }
          : {
              success: true,
              message: 'Le cifre non coincidono.',
              accepted: false,
              level: 'L2',
              compared: {
                currency: 'JPY',
                balance: { there: 4_823_055, here: 5_200_000, within: false },
                closed_trades: { there: 1_284, here: 1_284, within: true },
                gain_percentage: { there: 84.3, here: 84.32, within: true },
                drawdown_percentage: { there: 21.4, here: 23.05 },
              },
            },
      }
    },
  })
  show()
  const history = page.getByRole('list', { name: 'Riscontri registrati' })
  await history.getByRole('button', { name: 'Ritira il riscontro' }).click()
  await expect.element(dialog().getByText(/torna subito al livello L2/)).toBeVisible()
  await dialog().getByRole('button', { name: 'Ritira il riscontro' }).click()
  await expect.element(dialog().getByText('Scrivi almeno 10 caratteri.')).toBeVisible()
  await dialog()
    .getByLabelText(/Motivo/)
    .fill(reason)
  await dialog().getByRole('button', { name: 'Ritira il riscontro' }).click()
  await expect.element(page.getByText('Finito il 22/11/2026')).toBeVisible()
  expect(requests.find(({ key }) => key === verification)?.body).toEqual({ action: 'revoke', reason })
  // The button that opened the question is gone.
  await expect.element(history).toHaveFocus()
  await expect.element(history.getByText(/Balance, .*differenza/)).toBeVisible()

  const link = page.getByRole('textbox', { name: 'Link' })
  await page.getByRole('button', { name: 'Confronta e registra' }).click()
  await expect.element(link).toHaveFocus()
  await link.fill('https://www.myfxbook.com/members/m')
  await page.getByRole('textbox', { name: 'Balance' }).fill('48.230,55')
  await expect.element(page.getByText('Letto come 48.230,55')).toBeVisible()
  await page.getByRole('textbox', { name: 'Operazioni chiuse' }).fill('1.284')
  await page.getByRole('button', { name: 'Confronta e registra' }).click()
  await expect.element(page.getByText('Deve essere un numero.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Guadagno, in %' }).fill('84,3')
  await page.getByRole('textbox', { name: /^Drawdown Max, in %/ }).fill('−21,4')
  await page.getByRole('textbox', { name: /Motivo/ }).fill('Confronto con la pagina pubblica.')
  await page.getByRole('button', { name: 'Confronta e registra' }).click()
  await expect.element(page.getByText('Le cifre non coincidono.')).toBeVisible()
  await expect.element(page.getByText('Troppo diversa')).toBeVisible()
  await expect
    .element(page.getByRole('row', { name: /^Balance/ }))
    .toMatchTextContent(/^Balance, JPYTroppo diversa4\.823\.0555\.200\.000−376\.945$/)
  await expect
    .element(page.getByRole('row', { name: /^Drawdown Max/ }))
    .toMatchTextContent(/^Drawdown MaxNon decide−21,40%−23,05%\+1,65 punti$/)
  await page.viewport(360, 640)
  expect(document.documentElement.scrollWidth).toBe(360)
  expect(requests.findLast(({ key }) => key === verification)?.body).toEqual({
    action: 'record',
    source: 'myfxbook',
    link: 'https://www.myfxbook.com/members/m',
    balance: 48_230.55,
    closed_trades: 1_284,
    gain_percentage: 84.3,
    drawdown_percentage: 21.4,
    reason: 'Confronto con la pagina pubblica.',
  })
})

test('a new match begins with the Myfxbook page that the trader connected', async () => {
  const connected = 'https://www.myfxbook.com/members/marta/conto/1'
  const data = integrityWith()
  serve(() => ({ ...data, trader: { ...data.trader, myfxbook_url: connected } }))
  show()
  await expect.element(page.getByRole('textbox', { name: 'Link' })).toHaveValue(connected)
})

test('a match that ends without proven ownership changes no level', async () => {
  serve(() => integrityWith({ matches: [match], level: 'L1' }))
  show()
  await page.getByRole('button', { name: 'Ritira il riscontro' }).click()
  await expect.element(dialog().getByText(/non mostra più il confronto; il livello resta L1\. Si può/)).toBeVisible()
})
