import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { admin } from './admin.ts'
import { enter, password, person, signInAs } from './buyers.ts'
import { expect, expectEveryLook, test } from './fixtures.ts'
import { tabTo } from './keyboard.ts'

const photograph = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#7aaaa8' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Chiara' } })
    .toBuffer()

const choose = async (page: Page) => {
  const buffer = await photograph()
  await page.locator('input[type=file]').setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByRole('heading', { name: 'Scegli il riquadro' })).toBeFocused()
}

test('a trader manages the own account with the keyboard alone, exports the data, and erases it', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const who = person('chiara.conto', 'Chiara Neri', '51230095')
  await page.goto('/')
  await signInAs(page, request, who)
  await page.goto('/?view=dashboard')
  await page.waitForLoadState('networkidle')

  await test.step('from the dashboard to the account', async () => {
    await tabTo(page, 'Il tuo account', 'link')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Il tuo account' })).toBeFocused()
    await expect(page).toHaveTitle('Il tuo account · TopTrader')
  })

  await test.step('a picture is cut and sent; the whole site shows it, without what the camera wrote', async () => {
    await choose(page)
    await tabTo(page, 'Ingrandisci', 'button')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Da sinistra', 'textbox')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('40')
    await tabTo(page, 'Usa questa foto', 'button')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Foto aggiornata.')).toBeVisible()
    const large = await page.locator('.avatar-144 img').getAttribute('src')
    const picture = await request.get(large!)
    expect(picture.headers()['content-type']).toBe('image/webp')
    const { width, height, exif } = await sharp(await picture.body()).metadata()
    expect([width, height, exif]).toEqual([416, 416, undefined])
    await expect(page.locator('.mast .avatar-32 img')).toHaveAttribute('src', /-96\.webp$/)
  })

  await test.step('a begun change outlives a reload, and the page asks before it is left', async () => {
    await tabTo(page, /^Bio/, 'textbox')
    await page.keyboard.type('Opero sui cambi, di notte.')
    await page.goBack()
    await expect(page.getByRole('alertdialog', { name: 'Uscire senza salvare?' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/view=account/)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(page.getByText('Modifiche non salvate ritrovate.')).toBeVisible()
    await expect(page.getByLabel(/^Bio/)).toHaveValue('Opero sui cambi, di notte.')
    await tabTo(page, 'Salva il profilo', 'button')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Salvato alle/)).toBeVisible()
  })

  await test.step('amounts are hidden, and shown again', async () => {
    await tabTo(page, 'Nascondi gli importi', 'switch')
    await page.keyboard.press('Space')
    await expect(page.getByText('Importi nascosti.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('switch')).toBeChecked()
    await page.getByRole('switch').focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('Importi visibili a tutti.')).toBeVisible()
  })

  await test.step('the data come as a file', async () => {
    await tabTo(page, 'Scarica JSON', 'button')
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(download.suggestedFilename()).toMatch(/\.json$/)
    const text = await readFile(await download.path(), 'utf8')
    expect(JSON.stringify(JSON.parse(text))).toContain('chiara.conto@example.org')
    expect(text).not.toContain(password)
    await expect(page.getByText(/^File pronto/)).toBeVisible()
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Scarica CSV' }).press('Enter'),
    ])
    expect(archive.suggestedFilename()).toMatch(/\.zip$/)
    expect((await readFile(await archive.path())).subarray(0, 2).toString()).toBe('PK')
  })

  await test.step('the account goes, and every session with it', async () => {
    await tabTo(page, 'Elimina l’account', 'button')
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Eliminare l’account?' })
    await expect(question.getByRole('button', { name: 'Annulla' })).toBeFocused()
    await question.getByLabel('Password', { exact: true }).focus()
    await page.keyboard.type(password)
    await tabTo(page, 'Conferma con il tuo username', 'textbox')
    await page.keyboard.type('chiara.conto')
    await page.keyboard.press('Enter')
    await expect(page.locator('.toast')).toContainText('eliminato')
    await expect(page.getByRole('heading', { level: 1, name: 'Classifica TopTrader' })).toBeVisible()
    expect(await page.evaluate(() => [localStorage['trader_token'], sessionStorage['trader_token']])).toEqual([
      undefined,
      undefined,
    ])
    const again = await request.post('/api/auth/login', { data: { email: who.email, password } })
    expect(again.status()).toBe(401)
  })
})

test('the account page has no finding of axe, in both themes and at any width', async ({ page, request }) => {
  test.setTimeout(120_000)
  await page.goto('/')
  await signInAs(page, request, person('lea.conto', 'Lea Riva', '51230096'))
  await page.goto('/?view=account')
  await page.mouse.wheel(0, 1)
  await expect(page.getByRole('list', { name: 'Sessioni aperte' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expectEveryLook(page)
  await test.step('while a picture is cut', async () => {
    await choose(page)
    await expectEveryLook(page)
    await page.getByRole('button', { name: 'Annulla', exact: true }).click()
  })
  await test.step('before it is deleted, with every error', async () => {
    await page.getByRole('button', { name: 'Elimina l’account' }).click()
    await page.getByRole('button', { name: 'Elimina per sempre' }).click()
    await expectEveryLook(page)
  })
})

test('a section has an address, and an admin reads why the account stays', async ({ page, request }) => {
  await page.goto('/')
  await enter(page, request, admin)
  await page.goto('/?view=account#dati')
  await expect(page.getByRole('heading', { name: 'Esporta i tuoi dati' })).toBeInViewport()
  await expect(page.getByText('Questo account non si può eliminare.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Elimina l’account' })).toHaveCount(0)
})
