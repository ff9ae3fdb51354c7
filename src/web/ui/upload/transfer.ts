import type { ErrorBody } from '#shared/errors.ts'
import { ApiError } from '#web/api.ts'
import { readToken } from '#web/token.ts'

// Files go and come with their progress, which the client of the other calls does not tell.

export type Progress = (done: number, total: number | null) => void

/**
 * Sends a file in the field `file` of a form. Rejects with `ApiError`; with an `AbortError` where the person called it off.
 * @param name as its owner calls it
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
    call.addEventListener('abort', () => reject(new DOMException('Called off.', 'AbortError')))
    signal.addEventListener('abort', () => call.abort(), { once: true })
    call.send(form)
  })
}

/**
 * Fetches a file that the browser is to keep. Rejects as `sendFile` does.
 * @param body what has to be told first, a password: it is sent by POST then
 */
export async function fetchFile(
  address: string,
  { signal, onProgress, body }: { signal: AbortSignal; onProgress: Progress; body?: object },
): Promise<{ file: Blob; name: string | null }> {
  const token = readToken()
  const response = await fetch(address, {
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    cache: 'no-store',
    signal,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  }).catch((error: unknown) => unanswered(error, signal))
  if (!response.ok) throw new ApiError(response.status, errorOf(parsed(await response.text().catch(() => ''))))
  try {
    return { file: await collected(response, onProgress), name: nameOf(response) }
  } catch (error) {
    return unanswered(error, signal)
  }
}

async function collected(response: Response, onProgress: Progress): Promise<Blob> {
  const total = Number(response.headers.get('content-length')) || null
  const parts: Uint8Array<ArrayBuffer>[] = []
  let done = 0
  const reader = response.body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (part?.value === undefined) break
    parts.push(part.value)
    done += part.value.length
    onProgress(done, total)
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
}

/** Hands a file to the browser, which asks where to keep it or keeps it among the downloads. */
export function keepFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

function nameOf(response: Response): string | null {
  return /filename="([^"/\\]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? null
}

/** True where the person called the transfer off. */
export function isCalledOff(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

function unanswered(error: unknown, signal: AbortSignal): never {
  if (signal.aborted) throw new DOMException('Called off.', 'AbortError')
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
