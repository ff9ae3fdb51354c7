import type { ErrorBody } from '#shared/errors.ts'
import { ApiError } from '#web/api.ts'
import { readToken } from '../../storage/token.ts'

// Files are sent and received with their progress, which the client of the other calls does not report.

export type Progress = (done: number, total: number | null) => void

/**
 * Sends a file in the field `file` of a form. Rejects with `ApiError`; with an `AbortError` where it was cancelled.
 * @param name the file's own name
 */
export function sendFile<Answer>(
  address: string,
  file: Blob,
  { name, signal, onProgress }: { name: string; signal: AbortSignal; onProgress: Progress },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    const form = new FormData()
    form.set('file', file, name)
    call.open('POST', address)
    call.setRequestHeader('accept', 'application/json')
    const token = readToken()
    if (token !== null) call.setRequestHeader('authorization', `Bearer ${token}`)
    call.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) =>
      onProgress(loaded, lengthComputable ? total : null),
    )
    call.addEventListener('load', () => {
      const answer = parsed(call.responseText)
      if (call.status >= 200 && call.status < 300 && answer !== null) {
        resolve(answer as Answer)
      } else reject(new ApiError(call.status < 300 ? 0 : call.status, errorOf(answer)))
    })
    call.addEventListener('error', () => reject(new ApiError(0, null)))
    call.addEventListener('abort', () => reject(new DOMException('Cancelled.', 'AbortError')))
    signal.addEventListener('abort', () => call.abort(), { once: true })
    call.send(form)
  })
}

/**
 * Downloads a file. Rejects as `sendFile` does.
 * @param body sent by POST, where the call requires a password
 */
export async function fetchFile(
  address: string,
  { signal, onProgress, body }: { signal?: AbortSignal; onProgress?: Progress; body?: object } = {},
): Promise<{ file: Blob; name: string | null }> {
  const token = readToken()
  const response = await fetch(address, {
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    cache: 'no-store',
    ...(signal && { signal }),
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  }).catch((error: unknown) => unanswered(error, signal))
  if (!response.ok) throw new ApiError(response.status, errorOf(parsed(await response.text().catch(() => ''))))
  try {
    return { file: await collected(response, onProgress), name: nameOf(response) }
  } catch (error) {
    return unanswered(error, signal)
  }
}

async function collected(response: Response, onProgress: Progress | undefined): Promise<Blob> {
  const total = Number(response.headers.get('content-length')) || null
  const parts: Uint8Array<ArrayBuffer>[] = []
  let done = 0
  const reader = response.body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (part?.value === undefined) break
    parts.push(part.value)
    done += part.value.length
    onProgress?.(done, total)
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
}

/** Gives a file to the browser, which saves it. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Saves what an address answers. @param name where the answer has none. Rejects as `fetchFile` does. */
export async function downloadFile(address: string, name: string): Promise<void> {
  const answer = await fetchFile(address)
  saveFile(answer.file, answer.name ?? name)
}

function nameOf(response: Response): string | null {
  return /filename="([^"/\\]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? null
}

function unanswered(error: unknown, signal: AbortSignal | undefined): never {
  if (signal?.aborted) throw new DOMException('Cancelled.', 'AbortError')
  throw error instanceof ApiError ? error : new ApiError(0, null)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function errorOf(answer: unknown): ErrorBody | null {
  const isBody =
    typeof answer === 'object' && answer !== null && 'detail' in answer && typeof answer.detail === 'string'
  return isBody ? (answer as ErrorBody) : null
}
