import { Worker } from 'node:worker_threads'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { turns } from '#server/http/turns.ts'
import { ScanError, scanForViruses } from '#server/files/virus-scan.ts'
import type { PdfVerdict } from './pdf-check.ts'

/** The longest check of a document, in milliseconds. One of 10 MiB takes about a second. */
const longestCheckMs = 15_000
const memory = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 48, stackSizeMb: 4 }
/** Two documents at a time, and ten that wait: each thread may use the memory above, and more for unpacked bytes. */
const inTurn = turns(2, 10)

/**
 * A PDF without active content, as it is stored: `docs/security.md`, files that people upload.
 * @param bytes as uploaded; they are not stored
 * @throws Failure PDF_UNSUPPORTED, PDF_REFUSED with the reason, UNAVAILABLE while the virus scanner is away, TOO_MANY_REQUESTS
 */
export async function plainPdf(
  { config, log }: Pick<Kernel, 'config' | 'log'>,
  bytes: Buffer,
  { timeoutMs = longestCheckMs } = {},
): Promise<Uint8Array> {
  if (bytes.toString('latin1', 0, 5) !== '%PDF-') fail('PDF_UNSUPPORTED')
  if (config.CLAMD_ADDRESS !== undefined) await refuseViruses(config.CLAMD_ADDRESS, log, bytes)
  const checked = await inTurn(() => check(bytes, timeoutMs))
  switch (checked.verdict) {
    case 'plain':
      return checked.bytes
    case 'active':
      return fail('PDF_REFUSED', {
        detail: `Il PDF contiene ${list(checked.found)}: salvane una copia semplice, per esempio con «Stampa su PDF», e carica quella.`,
        details: { found: checked.found },
      })
    case 'encrypted':
      return fail('PDF_REFUSED', {
        detail: 'Il PDF è protetto: salvane una copia senza password né restrizioni e carica quella.',
      })
    case 'huge':
      return fail('PDF_REFUSED', {
        detail:
          'Il PDF, una volta aperto, occupa troppa memoria: salvane una copia con meno pagine o immagini più leggere e carica quella.',
      })
    case 'slow':
      return fail('PDF_REFUSED', {
        detail:
          'Il controllo del PDF ha richiesto troppo tempo: riprova tra poco, o salvane una copia più semplice e carica quella.',
      })
    case 'damaged':
      return fail('PDF_REFUSED', {
        detail: 'Il PDF è danneggiato o incompleto: salvane una nuova copia e carica quella.',
      })
  }
}

function list(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length === 1 ? last : `${words.slice(0, -1).join(', ')} e ${last}`
}

async function refuseViruses(address: string, log: Kernel['log'], bytes: Buffer): Promise<void> {
  let found: string | null
  try {
    found = await scanForViruses(address, bytes)
  } catch (error) {
    if (!(error instanceof ScanError)) throw error
    log.error({ err: error, cause: error.cause }, 'virus scanner away: the upload is refused')
    return fail('UNAVAILABLE', { retryAfter: 60 })
  }
  if (found === null) return
  log.warn({ found }, 'upload with a virus refused')
  fail('PDF_REFUSED', { detail: 'Il PDF contiene un virus: non è stato caricato. Controlla il tuo computer.' })
}

type Verdict = PdfVerdict | { verdict: 'slow' }

/** A document whose thread ends early counts as huge where its memory ran out, or else as damaged. */
function check(bytes: Buffer, timeoutMs: number): Promise<Verdict> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      workerData: new Uint8Array(bytes),
      resourceLimits: memory,
      env: {},
      // The parser prints warnings.
      stdout: true,
      stderr: true,
    })
    const finish = (verdict: Verdict) => {
      clearTimeout(timeout)
      void worker.terminate()
      resolve(verdict)
    }
    const timeout = setTimeout(() => finish({ verdict: 'slow' }), timeoutMs)
    worker.once('message', finish)
    worker.once('error', (error: NodeJS.ErrnoException) =>
      finish({ verdict: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'huge' : 'damaged' }),
    )
    worker.once('exit', () => finish({ verdict: 'damaged' }))
  })
}
