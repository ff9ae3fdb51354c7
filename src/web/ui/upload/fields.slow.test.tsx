import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '#web/testing/mount.tsx'
import { catchUploads, chooseInPage, nextUpload, pictureFile, Upload } from '#web/testing/uploads.ts'
import { writeToken } from '../../storage/token.ts'
import '#features/account/web/account.css'
import { ImageField } from './ImageField.tsx'
import { PdfField } from './PdfField.tsx'

const stored = `/uploads/showcases/${'a'.repeat(32)}-1600.webp`
const other = `/uploads/showcases/${'b'.repeat(32)}-1600.webp`
const pdf = `/uploads/documents/${'c'.repeat(32)}.pdf`

let upload: ReturnType<typeof catchUploads>
const changes: unknown[][] = []
beforeEach(() => {
  changes.length = 0
  upload = catchUploads()
  writeToken('prova')
})
afterEach(() => {
  vi.restoreAllMocks()
  writeToken(null)
})

function Cover({ first = null, aspect = 3 }: { first?: string | null; aspect?: number }) {
  const [value, setValue] = useState(first)
  return (
    <ImageField
      label="Immagine di copertina"
      value={value}
      aspect={aspect}
      to="/api/immagini"
      onChange={(address) => {
        changes.push([address])
        setValue(address)
      }}
    />
  )
}

function Document({ first = null }: { first?: string | null }) {
  const [held, setHeld] = useState({ value: first, title: first === null ? null : 'Il metodo' })
  return (
    <PdfField
      label="Documento"
      {...held}
      to="/api/documenti"
      onChange={(value, title) => {
        changes.push([value, title])
        setHeld({ value, title })
      }}
    />
  )
}

const chooser = () => page.getByLabelText(/Scegli un file|Sostituisci/)
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a picture is cut to the shape of its place with the keyboard, and sent at once', async () => {
  mount(<Cover />)
  await expect.element(chooser()).toHaveAccessibleName('Immagine di copertina Scegli un file o trascinalo qui')
  await expect.element(chooser()).toHaveAccessibleDescription('JPEG, PNG o WebP. Massimo 2 MB')
  await userEvent.upload(chooser(), await pictureFile(900, 600))
  await expect.element(page.getByRole('dialog', { name: 'Immagine di copertina' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Scegli il riquadro' })).toHaveFocus()
  await expect.element(page.getByText('il riquadro 900 × 300', { exact: false })).toBeVisible()
  await userEvent.tab()
  await expect.element(page.getByRole('group', { name: /le frecce lo spostano/ })).toHaveFocus()
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}')
  const top = page.getByRole('textbox', { name: 'Dall’alto' })
  await expect.poll(() => Number((top.element() as HTMLInputElement).value)).toBeLessThan(150)
  await page.getByRole('textbox', { name: 'Larghezza' }).fill('600')
  await userEvent.keyboard('{Enter}')
  await button('Usa questa foto').click()
  const sent = await upload()
  expect([sent.address, sent.headers['authorization']]).toEqual(['POST /api/immagini', 'Bearer prova'])
  const picture = await createImageBitmap(sent.file!)
  expect([picture.width, picture.height, sent.file!.name]).toEqual([600, 200, 'foto.png'])
  expect(page.getByRole('dialog').elements()).toHaveLength(0)
  await expect.element(button('Annulla')).toHaveFocus()
  sent.progress(30, 100)
  await expect.poll(() => document.querySelector('progress')?.value).toBe(30)
  sent.progress(100, 100)
  await expect.element(page.getByText('Elaborazione dell’immagine...')).toBeVisible()
  sent.answer(200, { file_url: stored, width: 600, height: 200 })
  await expect.element(page.getByText('Immagine caricata.')).toBeVisible()
  await expect.element(chooser()).toHaveFocus()
  await expect.element(chooser()).toHaveAccessibleName('Immagine di copertina Sostituisci')
  await expect.element(page.getByText('foto.png')).toBeVisible()
  expect(changes).toEqual([[stored]])
})

test('cutting is left with Escape, and nothing is sent', async () => {
  mount(<Cover aspect={1} />)
  await userEvent.upload(chooser(), await pictureFile(200, 200))
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => page.getByRole('dialog').elements()).toHaveLength(0)
  expect([Upload.sent.length, changes.length]).toEqual([0, 0])
})

test('a file that is no picture, or too large, is refused before it is sent', async () => {
  mount(<Cover />)
  await userEvent.upload(chooser(), new File(['<svg/>'], 'foto.png', { type: 'image/png' }))
  await expect.element(page.getByText('Formato non supportato. Usa JPEG, PNG o WebP')).toBeVisible()
  await expect.element(chooser()).toBeInvalid()
  chooseInPage(chooser(), new File([new Uint8Array(2_097_153)], 'grande.jpg', { type: 'image/jpeg' }))
  await expect.element(page.getByText('File troppo grande. Massimo 2MB')).toBeVisible()
  expect(Upload.sent).toHaveLength(0)
})

test('an upload is cancelled, fails and is tried again; the former picture stays', async () => {
  mount(<Cover first={other} />)
  await userEvent.upload(chooser(), await pictureFile(300, 100))
  await button('Usa questa foto').click()
  const first = await upload()
  await button('Annulla').click()
  expect(first.isAborted).toBe(true)
  await expect.element(page.getByText('Invio annullato.')).toBeVisible()
  await expect.element(chooser()).toHaveFocus()
  expect(changes).toEqual([])
  await userEvent.upload(chooser(), await pictureFile(300, 100))
  await button('Usa questa foto').click()
  const second = await nextUpload(first)
  second.fail()
  await expect.element(page.getByText('Errore caricamento immagine')).toBeVisible()
  await expect.element(page.getByText('Errore di connessione. Riprova più tardi.')).toBeVisible()
  await button('Riprova').click()
  const third = await nextUpload(second)
  expect(third.file!.size).toBe(second.file!.size)
  third.answer(409, { detail: 'Hai raggiunto il limite di 20 file o 50 MB: togli quelli che non usi e riprova.' })
  await expect.element(page.getByText(/limite di 20 file/)).toBeVisible()
  await button('Riprova').click()
  const fourth = await nextUpload(third)
  fourth.answer(200, { file_url: stored, width: 300, height: 100 })
  await expect.poll(() => changes).toEqual([[stored]])
  expect(page.getByText('Errore caricamento immagine').elements()).toHaveLength(0)
})

test('a picture is removed and restored; one that fails to load leaves its place', async () => {
  mount(<Cover first={other} />)
  await expect.element(page.getByText('L’immagine non si vede')).toBeInTheDocument()
  await button('Rimuovi').click()
  await expect.element(page.getByText('Immagine rimossa.')).toBeVisible()
  await expect.element(button('Annulla rimozione')).toHaveFocus()
  await button('Annulla rimozione').click()
  await expect.element(page.getByText('Immagine ripristinata.')).toBeVisible()
  expect(changes).toEqual([[null], [other]])
  expect(page.getByText('Annulla rimozione').elements()).toHaveLength(0)
})

test('a field that is removed while it sends cancels the upload', async () => {
  function Shown() {
    const [isShown, setShown] = useState(true)
    return (
      <>
        {isShown && <Document />}
        <button type="button" onClick={() => setShown(false)}>
          Via
        </button>
      </>
    )
  }
  mount(<Shown />)
  await userEvent.upload(chooser(), new File(['%PDF-1.7 testo'], 'metodo.pdf', { type: 'application/pdf' }))
  const sent = await upload()
  await button('Via').click()
  await expect.poll(() => sent.isAborted).toBe(true)
  expect(changes).toEqual([])
})

test('a document brings its name as the title; a wrong one is refused at once', async () => {
  mount(<Document />)
  await userEvent.upload(chooser(), new File(['PK'], 'metodo.pdf', { type: 'application/pdf' }))
  await expect.element(page.getByText('Solo file PDF sono supportati')).toBeVisible()
  chooseInPage(chooser(), new File([new Uint8Array(10_485_761)], 'x.pdf', { type: 'application/pdf' }))
  await expect.element(page.getByText('File troppo grande. Massimo 10MB')).toBeVisible()
  expect(Upload.sent).toHaveLength(0)
  await userEvent.upload(chooser(), new File(['%PDF-1.7 testo'], 'Il metodo.pdf', { type: 'application/pdf' }))
  const sent = await upload()
  expect([sent.address, sent.file!.name]).toEqual(['POST /api/documenti', 'Il metodo.pdf'])
  expect(page.getByText('File troppo grande. Massimo 10MB').elements()).toHaveLength(0)
  await expect.element(page.getByText('Invio del PDF...')).toBeVisible()
  sent.answer(422, { detail: 'Il PDF contiene JavaScript: salvane una copia semplice.' })
  await expect.element(page.getByText('Errore caricamento pdf')).toBeVisible()
  await expect.element(page.getByText(/contiene JavaScript/)).toBeVisible()
  await userEvent.upload(chooser(), new File(['%PDF-1.7 altro'], 'Piano.pdf', { type: 'application/pdf' }))
  const second = await nextUpload(sent)
  second.answer(200, { file_url: pdf, name: 'Piano' })
  await expect.element(page.getByText('PDF caricato.')).toBeVisible()
  await expect.element(page.getByText('Piano.pdf')).toBeVisible()
  await button('Rimuovi').click()
  await button('Annulla rimozione').click()
  expect(changes).toEqual([
    [pdf, 'Piano'],
    [null, null],
    [pdf, 'Piano'],
  ])
})

test('an upload without a session makes the page ask for the session', async () => {
  const refetched = vi.fn<() => void>()
  const client = (await import('#web/query.ts')).createQueryClient()
  vi.spyOn(client, 'invalidateQueries').mockImplementation(async () => refetched())
  mount(<Document />, { client })
  await userEvent.upload(chooser(), new File(['%PDF-1.7 testo'], 'metodo.pdf', { type: 'application/pdf' }))
  const sent = await upload()
  sent.answer(401, { detail: 'Accesso non autorizzato' })
  await expect.element(page.getByText('Accesso non autorizzato')).toBeVisible()
  await expect.poll(() => refetched.mock.calls.length).toBeGreaterThan(0)
})
