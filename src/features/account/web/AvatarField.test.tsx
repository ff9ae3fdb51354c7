import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useQuery } from '@tanstack/react-query'
import type { getProfile } from '#features/account/contract.ts'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { q } from '#web/api.ts'
import { createQueryClient } from '#web/query.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { catchUploads, chooseInPage, nextUpload, pictureFile, Upload } from '#web/testing/uploads.ts'
import { writeToken } from '#web/storage/token.ts'
import accountSheet from './account.css?inline'
import { AvatarField } from './AvatarField.tsx'
import type { Profile } from './own-profile.ts'
import { avatar, profile } from './testing/account.ts'

withSheets(accountSheet)

const read = 'GET /api/account/profile'
let upload: ReturnType<typeof catchUploads>
beforeEach(() => {
  upload = catchUploads()
  writeToken('prova')
})
afterEach(() => {
  vi.restoreAllMocks()
  writeToken(null)
})

function Field() {
  const { data } = useQuery({ ...q<typeof getProfile>(read, {}), staleTime: Infinity })
  return data === undefined ? null : (
    <>
      <AvatarField profile={data} />
      <p>
        {data.bio}, {data.hide_amounts ? 'importi nascosti' : 'importi visibili'}
      </p>
    </>
  )
}

function show(shown: Profile = profile, calls: Parameters<typeof serveCalls>[0] = {}, client = createQueryClient()) {
  const requests = serveCalls(calls)
  mount(<Field />, { seeds: [{ key: read, input: {}, data: shown }], client })
  return requests
}

const chooser = () => page.getByLabelText(/Scegli un/)
const choose = async (file: File) => userEvent.upload(chooser(), file)
const use = () => page.getByRole('button', { name: 'Usa questa foto' })
const pixels = (label: string) => page.getByRole('textbox', { name: label })

test('a file that is no picture, and one that is too large, are refused before the upload', async () => {
  show()
  await choose(new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'foto.png', { type: 'image/png' }))
  await expect.element(page.getByText('Formato non supportato. Usa JPEG, PNG o WebP')).toBeVisible()
  await expect.element(chooser()).toHaveAccessibleDescription(/Formato non supportato/)
  chooseInPage(chooser(), new File([new Uint8Array(2_097_153)], 'grande.jpg', { type: 'image/jpeg' }))
  await expect.element(page.getByText('File troppo grande. Massimo 2MB')).toBeVisible()
  expect(page.getByText(/Formato non supportato/).elements()).toHaveLength(0)
  // The first bytes of a PNG, and nothing behind them.
  const head = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  await choose(new File([head], 'rotta.png', { type: 'image/png' }))
  await expect.element(page.getByText('Formato non supportato. Usa JPEG, PNG o WebP')).toBeVisible()
  expect(Upload.sent).toHaveLength(0)
})

test('a dropped picture is cut with the keyboard alone, and sent as a square', async () => {
  show()
  const transfer = new DataTransfer()
  transfer.items.add(await pictureFile(600, 400))
  const zone = document.querySelector('.dropzone')!
  zone.dispatchEvent(new DragEvent('dragover', { dataTransfer: transfer, bubbles: true, cancelable: true }))
  await expect.poll(() => zone.hasAttribute('data-over')).toBe(true)
  zone.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }))
  await expect.element(page.getByRole('heading', { name: 'Scegli il riquadro' })).toHaveFocus()
  await expect.element(pixels('Da sinistra')).toHaveValue('100')
  await expect.element(pixels('Lato')).toHaveValue('400')
  await expect.element(page.getByRole('button', { name: 'Riduci' })).toBeDisabled()
  // From the title: the square, its four corners, then buttons and numbers.
  await userEvent.tab()
  await expect.element(page.getByRole('group', { name: /le frecce lo spostano/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  await expect.poll(() => Number(inputOf('Da sinistra'))).toBeLessThan(100)
  await page.getByRole('button', { name: 'Ingrandisci' }).click()
  await expect.element(pixels('Lato')).toHaveValue('320')
  await pixels('Lato').fill('200')
  await userEvent.keyboard('{Enter}')
  await pixels('Da sinistra').fill('9999')
  await userEvent.tab()
  await expect.element(pixels('Da sinistra')).toHaveValue('400')
  await pixels('Dall’alto').fill('10')
  await userEvent.keyboard('{ArrowUp}{Shift>}{ArrowDown}{/Shift}')
  await expect.element(pixels('Dall’alto')).toHaveValue('1')
  expect(document.querySelectorAll('.avatar-144 canvas, .avatar-32 canvas')).toHaveLength(2)
  await use().click()
  const sent = await upload()
  expect(sent.address).toBe('POST /api/account/avatar')
  expect(sent.headers['authorization']).toBe('Bearer prova')
  const picture = await createImageBitmap(sent.file!)
  expect([picture.width, picture.height]).toEqual([200, 200])
  expect(['image/webp', 'image/png', 'image/jpeg']).toContain(sent.file!.type)
  sent.progress(50, 100)
  await expect.poll(() => document.querySelector('progress')?.value).toBe(50)
  expect(document.querySelector('progress')?.labels?.[0]?.textContent).toBe('Invio della foto...')
  sent.progress(100, 100)
  await expect.element(page.getByText('Elaborazione della foto...')).toBeVisible()
  sent.answer(200, { avatar })
  await expect.element(page.getByText('Foto aggiornata.')).toBeVisible()
  await expect.element(chooser()).toHaveFocus()
  expect(document.querySelector('.avatar-144 img')?.getAttribute('src')).toBe(avatar.large)
})

const inputOf = (label: string) => (pixels(label).element() as HTMLInputElement).value

test('cutting can be left, and the same file chosen once more', async () => {
  show()
  const file = await pictureFile(300, 300, 'image/webp')
  await choose(file)
  await page.getByRole('button', { name: 'Annulla' }).click()
  await expect.element(chooser()).toHaveFocus()
  await choose(file)
  await expect.element(use()).toBeVisible()
  expect(Upload.sent).toHaveLength(0)
})

test('an upload can be cancelled, fails, and is tried again with the same cut', async () => {
  show()
  await choose(await pictureFile(300, 200, 'image/jpeg'))
  await use().click()
  const first = await upload()
  await page.getByRole('button', { name: 'Annulla' }).click()
  expect(first.isAborted).toBe(true)
  await expect.element(page.getByText('Invio annullato: la foto non è cambiata.')).toBeVisible()
  await choose(await pictureFile(300, 200, 'image/jpeg'))
  await use().click()
  const second = await nextUpload(first)
  second.fail()
  await expect.element(page.getByText('Foto non caricata.')).toBeVisible()
  await expect.element(page.getByText('Errore di connessione. Riprova più tardi.')).toBeVisible()
  await page.getByRole('button', { name: 'Riprova' }).click()
  const third = await nextUpload(second)
  expect(third.file!.size).toBe(second.file!.size)
  third.answer(413, { detail: 'File troppo grande. Massimo 2MB' })
  await expect.element(page.getByText('File troppo grande. Massimo 2MB')).toBeVisible()
  await page.getByRole('button', { name: 'Riprova' }).click()
  const fourth = await nextUpload(third)
  // A proxy's page is no answer of ours.
  fourth.answer(200, '<html>')
  await expect.element(page.getByText('Errore di connessione. Riprova più tardi.')).toBeVisible()
  await page.getByRole('button', { name: 'Riprova' }).click()
  const fifth = await nextUpload(fourth)
  fifth.answer(200, { avatar })
  await expect.element(page.getByText('Foto aggiornata.')).toBeVisible()
})

test('a removed picture can be restored', async () => {
  const stored = await pictureFile(208, 208, 'image/webp')
  const fetching = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const key = `${init?.method ?? 'GET'} ${typeof input === 'string' ? input : ''}`
    if (key === `GET ${avatar.large}`) return Promise.resolve(new Response(stored))
    return Promise.resolve(new Response(JSON.stringify({ avatar: null })))
  })
  mount(<Field />, { seeds: [{ key: read, input: {}, data: { ...profile, avatar } }] })
  await page.getByRole('button', { name: 'Rimuovi foto' }).click()
  await expect.element(page.getByText(/^Foto rimossa\./)).toBeVisible()
  expect(fetching.mock.calls.some(([, init]) => init?.method === 'DELETE')).toBe(true)
  await expect.element(page.getByRole('button', { name: 'Ripristina foto' })).toHaveFocus()
  await expect.poll(() => document.querySelector('.avatar-144 img')).toBeNull()
  await page.getByRole('button', { name: 'Ripristina foto' }).click()
  const sent = await upload()
  expect(sent.file!.size).toBe(stored.size)
  sent.answer(200, { avatar })
  await expect.element(page.getByText('Foto ripristinata.')).toBeVisible()
  expect(page.getByRole('button', { name: 'Ripristina foto' }).elements()).toHaveLength(0)
})

test('fields that were saved during the upload stay saved', async () => {
  const client = createQueryClient()
  show(profile, {}, client)
  await choose(await pictureFile(300, 200, 'image/jpeg'))
  await use().click()
  const sent = await upload()
  client.setQueryData([read, {}], { ...profile, bio: 'Nuova bio.', hide_amounts: true })
  await expect.element(page.getByText('Nuova bio., importi nascosti')).toBeVisible()
  sent.answer(200, { avatar })
  await expect.element(page.getByText('Foto aggiornata.')).toBeVisible()
  expect(document.querySelector('.avatar-144 img')?.getAttribute('src')).toBe(avatar.large)
  await expect.element(page.getByText('Nuova bio., importi nascosti')).toBeVisible()
})

test('a failed removal is shown, and leaves the picture', async () => {
  show(
    { ...profile, avatar },
    {
      'DELETE /api/account/avatar': () => ({
        status: 503,
        body: { detail: 'Servizio momentaneamente non disponibile.' },
      }),
    },
  )
  await page.getByRole('button', { name: 'Rimuovi foto' }).click()
  await expect.element(page.getByText('Foto non rimossa.')).toBeVisible()
  expect(document.querySelector('.avatar-144 img')?.getAttribute('src')).toBe(avatar.large)
})
