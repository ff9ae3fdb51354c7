import { onTestFinished, vi } from 'vitest'
import type { Locator } from 'vitest/browser'

/** Files as a person chooses them, and uploads that a test advances itself. */

/** A picture of this size as a file, in one colour for each half. */
export async function pictureFile(width: number, height: number, type = 'image/png'): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')!
  context.fillStyle = '#b03020'
  context.fillRect(0, 0, width / 2, height)
  context.fillStyle = '#205080'
  context.fillRect(width / 2, 0, width / 2, height)
  const blob = await new Promise<Blob>((resolve) => {
    canvas.toBlob((made) => resolve(made!), type)
  })
  return new File([blob], 'foto.png', { type })
}

/** Chooses a file without the browser's driver, which takes a second for each megabyte. */
export function chooseInPage(chooser: Locator, file: File): void {
  const input = chooser.element() as HTMLInputElement
  const list = new DataTransfer()
  list.items.add(file)
  input.files = list.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** A running upload: a test advances it, answers it, or lets it fail. */
export class Upload extends EventTarget {
  static sent: Upload[] = []
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  status = 0
  responseText = ''
  isAborted = false
  address = ''
  file: File | null = null

  open(method: string, target: string) {
    this.address = `${method} ${target}`
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(form: FormData) {
    this.file = form.get('file') as File
    Upload.sent.push(this)
  }
  abort() {
    this.isAborted = true
    this.dispatchEvent(new Event('abort'))
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded, total }))
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
  }
  fail() {
    this.dispatchEvent(new Event('error'))
  }
}

/** The last upload that began. Uploads go nowhere until the test is over. */
export function catchUploads(): () => Promise<Upload> {
  Upload.sent = []
  vi.stubGlobal('XMLHttpRequest', Upload)
  onTestFinished(() => void vi.unstubAllGlobals())
  return () => vi.waitFor(() => Upload.sent.at(-1) ?? Promise.reject(new Error('Nothing was sent.')))
}

/** Waits for an upload after the known one. */
export function nextUpload(known: Upload): Promise<Upload> {
  return vi.waitFor(() => {
    const last = Upload.sent.at(-1)
    if (last === undefined || last === known) throw new Error('Nothing more was sent.')
    return last
  })
}
