import { useState } from 'react'
import type { recordVerification } from '#features/integrity/contract.ts'
import { sourceNames } from '#features/integrity/level-texts.ts'
import type { RequestOf, ResponseOf } from '#shared/endpoint.ts'
import { notInteger, notNumber } from '#shared/field-texts.ts'
import * as format from '#shared/format/format.ts'
import { send } from '#web/api.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/forms/Field.tsx'
import { useFields, type FieldErrors } from '#web/ui/forms/useFields.ts'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { statementError, statementLength } from '../cases.ts'
import { readFigure } from '../figure.ts'
import { MatchResult } from './MatchResult.tsx'
import { useRefresh } from './trader/trader-integrity.ts'

type Body = RequestOf<typeof recordVerification>['body']
type Action = Body['action']
type Source = Extract<Body, { action: 'record' }>['source']

const empty = { source: 'myfxbook', link: '', balance: '', trades: '', gain: '', drawdown: '', reason: '' }
type Fields = typeof empty

/** The source that has no public page. */
const withoutLink = 'investor_login'

const actions: { value: Action; label: string }[] = [
  { value: 'record', label: 'Registra' },
  { value: 'revoke', label: 'Ritira' },
]
/** The server's names of these fields. */
const serverNames: Record<keyof Fields, string> = {
  source: 'source',
  link: 'link',
  balance: 'balance',
  trades: 'closed_trades',
  gain: 'gain_percentage',
  drawdown: 'drawdown_percentage',
  reason: 'reason',
}

/**
 * Records what an independent source shows of the account today, or takes it back.
 * @param connectedPage the Myfxbook page that the trader connected: the form begins with it
 */
export function MatchForm({ traderId, connectedPage }: { traderId: string; connectedPage?: string | null }) {
  const [action, setAction] = useState<Action>('record')
  const { values, show, fieldOf } = useFields({ ...empty, link: connectedPage ?? '' })
  const [result, setResult] = useState<ResponseOf<typeof recordVerification> | null>(null)
  const refresh = useRefresh()
  const recording = useAction(
    (body: Body) =>
      send<typeof recordVerification>('POST /api/admin/traders/:trader_id/verification', {
        params: { trader_id: traderId },
        body,
      }),
    {
      onDone(answer) {
        setResult(answer)
        void refresh()
      },
      onError({ fields }) {
        // A refused comparison is recorded, too.
        void refresh()
        return show(Object.fromEntries(Object.entries(serverNames).map(([name, there]) => [name, fields[there]])))
      },
    },
  )
  function submit() {
    setResult(null)
    recording.clear()
    if (!show(errorsOf(action, values))) void recording.run(bodyOf(action, values))
  }

  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div>
        <Segmented
          label="Azione"
          name={`riscontro-${traderId}`}
          options={actions}
          value={action}
          onChange={setAction}
        />
      </div>
      {action === 'record' && (
        <>
          <p className="text-ui text-ink-2">
            Scrivi le cifre che la fonte mostra oggi: il sito le confronta con le proprie. Se coincidono, per 30 giorni
            il profilo mostra le une accanto alle altre, e con la titolarità provata il conto sale al livello L3.
          </p>
          <div className="grid grid-cols-2 gap-4 max-[820px]:grid-cols-1">
            <SelectField label="Fonte" {...fieldOf('source')}>
              {Object.entries(sourceNames).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
            <TextField
              label="Link"
              note={values.source === withoutLink ? 'se c’è' : undefined}
              inputMode="url"
              maxLength={300}
              {...fieldOf('link')}
            />
            <TextField
              label="Balance"
              inputMode="decimal"
              help={readBack(values.balance) ?? 'Nella valuta del conto.'}
              {...fieldOf('balance')}
            />
            <TextField
              label="Operazioni chiuse"
              inputMode="numeric"
              help={readBack(values.trades)}
              {...fieldOf('trades')}
            />
            <TextField label="Guadagno, in %" inputMode="decimal" help={readBack(values.gain)} {...fieldOf('gain')} />
            <TextField
              label="Drawdown Max, in %"
              note="se c’è"
              inputMode="decimal"
              help={readBack(values.drawdown) ?? 'Non decide: resta accanto al nostro.'}
              {...fieldOf('drawdown')}
            />
          </div>
        </>
      )}
      <TextAreaField
        label="Motivo"
        note={`${format.count(values.reason.length)} di ${format.count(statementLength.max)}`}
        help="Resta con il riscontro."
        maxLength={statementLength.max}
        {...fieldOf('reason')}
      />
      <ActionError error={recording.error} lead="Riscontro non registrato." />
      {result !== null && <MatchResult result={result} />}
      <div>
        <Button
          type="submit"
          variant={action === 'revoke' ? 'danger' : 'primary'}
          busy={recording.isBusy && 'Registrazione...'}
        >
          {action === 'revoke' ? 'Ritira il riscontro' : 'Confronta e registra'}
        </Button>
      </div>
    </form>
  )
}

/** The figure as it was understood, so that a point in the wrong place is noticed at once. */
function readBack(text: string): string | undefined {
  const value = readFigure(text)
  return value === null
    ? undefined
    : `Letto come ${Number.isInteger(value) ? format.count(value) : format.decimal(value)}`
}

function errorsOf(action: Action, fields: Fields): FieldErrors<keyof Fields> {
  const reason = statementError(fields.reason)
  const errors: FieldErrors<keyof Fields> = reason === undefined ? {} : { reason }
  if (action === 'revoke') return errors
  const trades = readFigure(fields.trades)
  if (trades === null || !Number.isInteger(trades) || trades < 0) errors.trades = notInteger
  if (fields.link.trim() === '' && fields.source !== withoutLink)
    errors.link = 'Serve l’indirizzo della pagina confrontata.'
  if (readFigure(fields.balance) === null) errors.balance = 'Deve essere un importo.'
  if (readFigure(fields.gain) === null) errors.gain = notNumber
  if (fields.drawdown.trim() !== '' && readFigure(fields.drawdown) === null) errors.drawdown = notNumber
  return errors
}

function bodyOf(action: Action, fields: Fields): Body {
  const reason = fields.reason.trim()
  if (action === 'revoke') return { action, reason }
  const link = fields.link.trim()
  const drawdown = readFigure(fields.drawdown)
  return {
    action,
    source: fields.source as Source,
    link: link === '' ? null : link,
    balance: readFigure(fields.balance) ?? 0,
    closed_trades: readFigure(fields.trades) ?? 0,
    gain_percentage: readFigure(fields.gain) ?? 0,
    ...(drawdown !== null && { drawdown_percentage: Math.abs(drawdown) }),
    reason,
  }
}
