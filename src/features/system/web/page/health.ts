import { duration } from '#shared/format/spans.ts'
import * as format from '#shared/format/format.ts'
import { noAccountConnected } from '#web/screen-texts.ts'
import type { Monitor } from '../monitor.ts'

export type Tone = 'ok' | 'warn' | 'danger' | 'neutral'

export interface Part {
  name: string
  tone: Tone
  /** The state, in a word or two. */
  word: string
  /** Further facts. */
  text: string
}

type Health = Monitor['health']

const ms = (value: number | null) => (value === null ? '' : `Ha risposto in ${format.decimal(value, 1)}\u00a0ms.`)
const noAnswer = 'Non ha risposto entro 2 secondi.'
const seconds = (value: number) => (value < 60 ? `${format.count(value)}\u00a0s` : duration(value / 60))

/** The texts of the parts that a server depends on. Parts that need a person come first. */
export function partsOf({ database, queue, provider, storage, ranking, syncs, backup }: Health): Part[] {
  const parts = [
    {
      name: 'Base dati',
      ...(database.state === 'up' ? good('Risponde', ms(database.ms)) : bad('Non risponde', noAnswer)),
    },
    { name: 'Lavori periodici', ...queueText(queue) },
    { name: `Pagamenti (${provider.name})`, ...providerText(provider) },
    { name: storage.kind === 'disk' ? 'File caricati (disco)' : 'File caricati (bucket)', ...storageText(storage) },
    { name: 'Classifica', ...rankingText(ranking) },
    { name: 'Sincronizzazioni', ...syncText(syncs) },
    { name: 'Backup', ...backupText(backup) },
  ]
  const rank: Record<Tone, number> = { danger: 0, warn: 1, neutral: 2, ok: 2 }
  return parts.toSorted((a, b) => rank[a.tone] - rank[b.tone])
}

type PartText = Omit<Part, 'name'>

const good = (word: string, text: string): PartText => ({ tone: 'ok', word, text })
const odd = (word: string, text: string): PartText => ({ tone: 'warn', word, text })
const bad = (word: string, text: string): PartText => ({ tone: 'danger', word, text })
const quiet = (word: string, text: string): PartText => ({ tone: 'neutral', word, text })

function queueText({ state, last_done_at: last, late_jobs: late, failed_jobs: failed }: Health['queue']): PartText {
  const done = last === null ? '' : ` Ultimo finito alle ${format.time(last)}.`
  const names = failed.length === 0 ? '' : ` Falliti nell’ultima ora: ${failed.join(', ')}.`
  if (state === 'away') return bad('Non si sa', noAnswer)
  if (state === 'idle') return odd('Fermi', 'Nessun server ha ancora eseguito lavori su questa base dati.')
  if (state === 'behind') {
    return bad('In ritardo', `${format.counted(late, 'lavoro', 'lavori')} in ritardo di oltre 3 minuti.${done}${names}`)
  }
  return failed.length > 0 ? odd('Con errori', `${names}${done}`.trim()) : good('In orario', done.trim())
}

function providerText(provider: Health['provider']): PartText {
  const { state, last_success_at: success, last_failure_at: failure, failures } = provider
  const lastGood = success === null ? '' : ` Ultima risposta il ${format.dateTime(success)}.`
  if (state === 'away') return bad('Non si sa', noAnswer)
  if (state === 'unasked') return quiet('Mai interrogato', 'Nessuno ha ancora avviato un pagamento.')
  if (state === 'failing') {
    const since = failure === null ? '' : `, l’ultimo il ${format.dateTime(failure)}`
    return bad('Non risponde', `${format.counted(failures, 'errore', 'errori')} di fila${since}.${lastGood}`)
  }
  return good('Risponde', lastGood.trim())
}

function storageText({ state, ms: answered, free_mb: free }: Health['storage']): PartText {
  const room = free === null ? '' : ` Liberi ${format.count(free)}\u00a0MB.`
  if (state === 'away') return bad('Non risponde', noAnswer)
  if (state === 'full') return bad('Quasi pieno', `${room.trim()} Libera spazio: i caricamenti vengono rifiutati.`)
  return good('Risponde', `${ms(answered)}${room}`.trim())
}

function rankingText({ state, generated_at: at, age_s: age, listed, ranked }: Health['ranking']): PartText {
  const counts = `${format.count(ranked)} in classifica, ${format.count(listed)} in elenco.`
  const fresh = at === null || age === null ? '' : ` Il dato più recente ha ${seconds(age)}.`
  if (state === 'away') return bad('Non servibile', 'Non c’è ancora una classifica da mostrare.')
  if (state === 'stale')
    return bad('Non aggiornata', `Servita com’era quando la base dati ha smesso di rispondere. ${counts}${fresh}`)
  return good('Aggiornata', `${counts}${fresh}`)
}

function syncText(syncs: Health['syncs']): PartText {
  const { state, bound_accounts: bound, active_accounts: active, last_at: last, per_minute: rate } = syncs
  const counts = `${format.count(active)} di ${format.counted(bound, 'conto collegato', 'conti collegati')} negli ultimi 5 minuti; ${format.decimal(rate)} al minuto qui.`
  const lastAt = last === null ? '' : ` Ultima il ${format.dateTime(last)}.`
  if (state === 'away') return bad('Non si sa', noAnswer)
  if (state === 'none') return quiet('Nessun conto', noAccountConnected)
  if (state === 'silent') return bad('Nessuna', `Nessun conto sincronizza da oltre 15 minuti.${lastAt}`)
  return good('Arrivano', `${counts}${lastAt}`)
}

function backupText({ state, last_backup_at: made, last_verified_at: verified }: Health['backup']): PartText {
  const last = made === null ? '' : `Ultimo il ${format.dateTime(made)}.`
  const proof =
    verified === null
      ? ' Nessuno ancora ripristinato per prova.'
      : ` Ultimo verificato: del ${format.dateTime(verified)}.`
  if (state === 'away') return bad('Non si sa', noAnswer)
  if (state === 'none') return quiet('Ancora nessuno', 'Il primo si fa da solo di notte.')
  if (state === 'late') return bad('In ritardo', `${last}${proof} Avviane uno e guarda nei log perché manca.`.trim())
  return verified === null ? odd('Non verificato', `${last}${proof}`) : good('In orario', `${last}${proof}`)
}
