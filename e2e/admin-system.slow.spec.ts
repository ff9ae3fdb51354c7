import { readFileSync } from 'node:fs'
import { admin } from './admin.ts'
import { expect, expectAccessible, expectEveryLook, test } from './fixtures.ts'

// A wrong password for the download is answered 422, a restart without a supervisor 409: the browser says so by itself.
test.use({ refusals: /status of (409|422)/ })

test('an admin makes a backup, downloads it, and reads monitor and log', async ({ page, request }) => {
  const answer = await request.post('/api/auth/login', { data: { email: admin.email, password: admin.password } })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${token}` }
  await page.goto('/')
  await page.evaluate((value) => localStorage.setItem('trader_token', value), token)
  await page.goto('/')
  let made = ''

  await test.step('the panel makes a backup, and leads on', async () => {
    await page.getByRole('button', { name: 'Pannello admin' }).click()
    await page.getByRole('tab', { name: 'Manutenzione' }).click()
    const list = page.getByRole('region', { name: 'Sistema' })
    await list.getByRole('button', { name: 'Avvia backup' }).click()
    const last = list.getByText(/^Ultimo: toptrader-.*, (in verifica|verificato)$/)
    await expect(last).toBeVisible({ timeout: 30_000 })
    made = /toptrader-\S+\.backup/.exec((await last.textContent()) ?? '')?.[0] ?? ''
    // No supervisor would start this server again.
    await expect(list.getByText(/questo server non tornerebbe da solo/)).toBeVisible()
    await expect(list.getByRole('button', { name: 'Riavvia' })).toBeDisabled()
    await expectAccessible(page)
    await list.getByRole('link', { name: 'Vedi tutti i backup' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sistema' })).toBeVisible()
    await page.getByRole('button', { name: 'Chiudi' }).click()
  })

  await test.step('it is in the list, restored for proof, and comes down with the password', async () => {
    const row = page.getByRole('row', { name: made })
    await expect(row.getByText('Verificato', { exact: true })).toBeVisible({ timeout: 30_000 })
    await row.getByRole('button', { name: `Scarica ${made}` }).press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Scaricare il backup?' })
    const password = dialog.getByLabel('La tua password', { exact: true })
    await password.fill('non-questa-42')
    await password.press('Enter')
    await expect(dialog.getByText('La password non è corretta: riscrivila.')).toBeVisible()
    await expectAccessible(page)
    await password.fill(admin.password)
    const coming = page.waitForEvent('download')
    await password.press('Enter')
    const download = await coming
    expect(download.suggestedFilename()).toBe(made)
    const file = await request.post(`/api/admin/system/backups/${made}/download`, {
      headers,
      data: { password: admin.password },
    })
    expect(readFileSync(await download.path()).equals(await file.body())).toBe(true)
    await expect(dialog).toHaveCount(0)
    await expectEveryLook(page)
  })

  await test.step('the monitor says how each part is, and orders its routes', async () => {
    await page.getByRole('link', { name: 'Monitor API' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: /^Base datiRisponde/ })).toBeVisible()
    await expect(page.getByText(/^\d{12}_\w+$/)).toBeVisible()
    await page.getByLabel('Cerca un percorso').fill('auth/login')
    await expect(page.getByRole('rowheader')).toHaveText(['POST /api/auth/login'])
    await page.getByLabel('Cerca un percorso').fill('')
    await page.getByRole('link', { name: 'p99' }).click()
    await expect(page.getByRole('columnheader', { name: 'p99' })).toHaveAttribute('aria-sort', 'descending')
    await expectEveryLook(page, [1440, 360])
  })

  await test.step('the log shows what happened, narrowed by level and word', async () => {
    for (const enabled of [true, false]) {
      const toggled = await request.post(`/api/admin/maintenance/toggle?enabled=${enabled}`, { headers })
      expect(toggled.status()).toBe(200)
    }
    await page.getByRole('link', { name: 'Log di sistema' }).click()
    await page.getByLabel('Livello').selectOption('info')
    await page.getByLabel('Cerca nelle righe').fill('restart-that-nobody-wrote')
    await expect(page.getByText('Nessuna riga con questi filtri.')).toBeVisible()
    await page.getByLabel('Cerca nelle righe').fill('MAINTENANCE O')
    const lines = page.getByRole('list', { name: /^Righe/ }).getByRole('listitem')
    await expect(lines).toHaveText([/maintenance off/, /maintenance on/])
    await lines.first().getByRole('button').press('Enter')
    await expect(lines.first().getByRole('button', { name: 'Copia la riga' })).toBeVisible()
    await expectEveryLook(page, [1440, 360])
  })
})
