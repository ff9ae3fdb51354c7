import { useState } from 'react'
import type { recordVerification } from '#features/integrity/contract.ts'
import { sourceNames } from '#features/integrity/words.ts'
import type { RequestOf, ResponseOf } from '#shared/endpoint.ts'
import { notInteger } from '#shared/field-texts.ts'
import * as format from '#shared/format.ts'
import { readError, send, type ApiError } from '#web/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/forms/Field.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { statementFault, statementLength } from '../cases.ts'
import { readFigure } from '../figure.ts'
import { useFaultFocus } from './focus-fault.ts'
import { MatchResult } from './MatchResult.tsx'
import { useRenew } from './trader/trader-integrity.ts'

type Body = RequestOf<typeof recordVerification>['body']
type Action = Body['action']
type Source = Extract<Body, { action: 'record' }>['source']

const empty = { source: 'myfxbook', link: '', balance: '', trades: '', gain: '', reason: '' }
type Fields = typeof empty
type Faults = Partial<Record<keyof Fields, string>>

/** The source that has no public page. */
const withoutLink = 'investor_login'

const actions: { value: Action; label: string }[] = [
  { value: 'record', label: 'Registra' },
  { value: 'revoke', label: 'Ritira' },
]
/** What the server names these fields. */
const serverNames: Record<keyof Fields, string> = {
  source: 'source',
  link: 'link',
  balance: 'balance',
  trades: 'closed_trades',
  gain: 'gain_percentage',
  reason: 'reason',
}

/** Records what an independent source shows of the account today (level L3), or takes it back. */
export function MatchForm({ traderId }: { traderId: string }) {
  const [action, setAction] = useState<Action>('record')
  const [fields, setFields] = useState<Fields>(empty)
  const [faults, setFaults] = useState<Faults>({})
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [result, setResult] = useState<ResponseOf<typeof recordVerification> | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const form = useFaultFocus(refusals)
  const renew = useRenew()

  const wiring = (name: keyof Fields) => ({
    value: fields[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => {
      setFields({ ...fields, [name]: event.target.value })
      setFaults({ ...faults, [name]: undefined })
    },
  })

  async function submit() {
    const wrong = faultsOf(action, fields)
    setFaults(wrong)
    setRefusal(null)
    setResult(null)
    if (Object.keys(wrong).length > 0) return setRefusals(refusals + 1)
    setBusy(true)
    try {
      setResult(
        await send<typeof recordVerification>('POST /api/admin/traders/:trader_id/verification', {
          params: { trader_id: traderId },
          body: bodyOf(action, fields),
        }),
      )
    } catch (error) {
      const failure = readError(error)
      setRefusal(failure)
      const named = Object.entries(serverNames).map(([name, there]) => [name, failure.fields[there]] as const)
      setFaults(Object.fromEntries(named.filter(([, fault]) => fault !== undefined)))
      setRefusals(refusals + 1)
    } finally {
      setBusy(false)
      // A refused comparison is kept, too.
      void renew()
    }
  }

  return (
    <form
      ref={form}
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
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
            Scrivi le cifre che la fonte mostra oggi: il sito le confronta con le proprie. Vale 30 giorni.
          </p>
          <div className="grid grid-cols-2 gap-4 max-[820px]:grid-cols-1">
            <SelectField label="Fonte" {...wiring('source')}>
              {Object.entries(sourceNames).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
            <TextField
              label="Link"
              note={fields.source === withoutLink ? 'se c’è' : undefined}
              inputMode="url"
              maxLength={300}
              {...wiring('link')}
            />
            <TextField label="Saldo" inputMode="decimal" help={readBack(fields.balance)} {...wiring('balance')} />
            <TextField
              label="Operazioni chiuse"
              inputMode="numeric"
              help={readBack(fields.trades)}
              {...wiring('trades')}
            />
            <TextField label="Guadagno, in %" inputMode="decimal" help={readBack(fields.gain)} {...wiring('gain')} />
          </div>
        </>
      )}
      <TextAreaField
        label="Motivo"
        note={`${format.count(fields.reason.length)} di ${format.count(statementLength.max)}`}
        help="Resta con il riscontro."
        maxLength={statementLength.max}
        {...wiring('reason')}
      />
      {refusal !== null && (
        <Alert tone="danger" lead="Riscontro non registrato." live>
          {refusal.message}
        </Alert>
      )}
      {result !== null && <MatchResult result={result} />}
      <div>
        <Button type="submit" variant={action === 'revoke' ? 'danger' : 'primary'} busy={busy && 'Registrazione...'}>
          {action === 'revoke' ? 'Ritira il riscontro' : 'Confronta e registra'}
        </Button>
      </div>
    </form>
  )
}

/** What a figure was understood as, so that a point in the wrong place is seen at once. */
function readBack(text: string): string | undefined {
  const value = readFigure(text)
  return value === null
    ? undefined
    : `Letto come ${Number.isInteger(value) ? format.count(value) : format.decimal(value)}`
}

function faultsOf(action: Action, fields: Fields): Faults {
  const reason = statementFault(fields.reason)
  const faults: Faults = reason === undefined ? {} : { reason }
  if (action === 'revoke') return faults
  const trades = readFigure(fields.trades)
  if (trades === null || !Number.isInteger(trades) || trades < 0) faults.trades = notInteger
  if (fields.link.trim() === '' && fields.source !== withoutLink)
    faults.link = 'Serve l’indirizzo della pagina confrontata.'
  if (readFigure(fields.balance) === null) faults.balance = 'Deve essere una somma.'
  if (readFigure(fields.gain) === null) faults.gain = 'Deve essere un numero.'
  return faults
}

function bodyOf(action: Action, fields: Fields): Body {
  const reason = fields.reason.trim()
  if (action === 'revoke') return { action, reason }
  const link = fields.link.trim()
  return {
    action,
    source: fields.source as Source,
    link: link === '' ? null : link,
    balance: readFigure(fields.balance) ?? 0,
    closed_trades: readFigure(fields.trades) ?? 0,
    gain_percentage: readFigure(fields.gain) ?? 0,
    reason,
  }
}
