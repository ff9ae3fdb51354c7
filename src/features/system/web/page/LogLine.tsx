import { Bug, CircleX, Info, TriangleAlert } from 'lucide-react'
import { CopyButton } from '#features/auth/web/security/CopyButton.tsx'
import * as format from '#shared/format/format.ts'
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx'
import type { TailLine } from './tail.ts'

const levels: Record<TailLine['level'], { tone: BadgeTone; word: string; Icon: typeof Bug }> = {
  debug: { tone: 'neutral', word: 'Debug', Icon: Bug },
  info: { tone: 'neutral', word: 'Info', Icon: Info },
  warn: { tone: 'warn', word: 'Avviso', Icon: TriangleAlert },
  error: { tone: 'danger', word: 'Errore', Icon: CircleX },
}

/** Rome's hour and minute, and the seconds, which are the same everywhere. */
const momentText = (time: string) => `${format.time(time)}${time.slice(16, 23).replace('.', ',')}`

/** The line for the clipboard, with the server's own time, so that it can be found again. */
export const lineText = ({ time, level, message, details, instance }: TailLine) =>
  [time, level, instance, message, details].filter((part) => part !== '').join(' ')

interface LogLineProps {
  line: TailLine
  isOpen: boolean
  /** Lines of several instances are mixed. */
  hasInstance: boolean
  onToggle: () => void
}

export function LogLine({ line, isOpen, hasInstance, onToggle }: LogLineProps) {
  const { time, level, message, details, instance, hasGap } = line
  const { tone, word, Icon } = levels[level]
  const hint = hintOf(details)
  return (
    <li className={`sys-line sys-line-${level}`}>
      <button type="button" className="sys-line-button" aria-expanded={isOpen} onClick={onToggle}>
        <time dateTime={time}>{momentText(time)}</time>
        <Badge tone={tone} icon={<Icon size={12} strokeWidth={2} aria-hidden />}>
          {word}
        </Badge>
        <span className="sys-message">
          {message === '' ? '(senza testo)' : message}
          {hint !== '' && <span className="sys-hint"> {hint}</span>}
          {hasInstance && <span className="sys-below">{instance}</span>}
        </span>
      </button>
      {isOpen && (
        <div className="sys-details">
          <p>
            {format.date(time)}, {time}, istanza {instance}
          </p>
          {details !== '' && <pre>{spread(details)}</pre>}
          <CopyButton text={lineText(line)} label="Copia la riga" copied="Riga copiata." />
        </div>
      )}
      {hasGap && <p className="sys-gap">Qui mancano righe: erano troppe per una lettura sola.</p>}
    </li>
  )
}

/** The distinctive part of a line: the request and its answer, the job, the error. */
function hintOf(details: string): string {
  const fields = parsed(details)
  const { method, route, status, ms, job, err } = fields
  if (typeof method === 'string' && typeof route === 'string') {
    return [`${method} ${route}`, status, typeof ms === 'number' && `${ms}\u00a0ms`].filter(Boolean).join(' ')
  }
  const problem = err instanceof Object && 'message' in err ? err.message : undefined
  return [job, problem].filter((part) => typeof part === 'string').join(' ')
}

function parsed(details: string): Record<string, unknown> {
  try {
    return JSON.parse(details) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** JSON with a line for each field. The text has visible characters only, and parses back. */
function spread(details: string): string {
  try {
    return JSON.stringify(JSON.parse(details), null, 2)
  } catch {
    return details
  }
}
