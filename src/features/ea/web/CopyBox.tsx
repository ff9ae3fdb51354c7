import { Copy, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '#web/copy-text.ts'
import { maskedToken } from './setup.ts'

interface CopyBoxProps {
  label: string
  note?: string
  value: string
  /** The button's name for people who do not see it: "Copia l’indirizzo". */
  copyLabel: string
  /** Announced when it is in the clipboard. */
  copied: string
}

/** One text to copy: monospace, with its button inside the frame. */
export function CopyBox({ label, note, value, copyLabel, copied }: CopyBoxProps) {
  return (
    <div>
      <BoxLabel label={label} note={note} />
      <div className="copy-box">
        <code>{value}</code>
        <CopyButton value={value} label={copyLabel} copied={copied} />
      </div>
    </div>
  )
}

/** The token: masked in the middle until the person shows it. */
export function TokenBox({ token }: { token: string }) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div>
      <BoxLabel label="Token EA" note="Non condividerlo: chi lo ha può inviare dati a tuo nome" />
      <div className="copy-box is-sunken">
        <code>{isShown ? token : maskedToken(token)}</code>
        <button
          type="button"
          className="btn"
          aria-pressed={isShown}
          aria-label="Mostra il token"
          onClick={() => setShown(!isShown)}
        >
          <Icon size={17} strokeWidth={1.75} aria-hidden />
        </button>
        <CopyButton value={token} label="Copia il token" copied="Token copiato" word="Copia" />
      </div>
    </div>
  )
}

function BoxLabel({ label, note }: { label: string; note?: string | undefined }) {
  return (
    <p className="field-label">
      <b>{label}</b>
      {note !== undefined && <span>{note}</span>}
    </p>
  )
}

interface CopyButtonProps {
  value: string
  label: string
  copied: string
  /** Beside the icon where there is room. */
  word?: string
}

function CopyButton({ value, label, copied, word }: CopyButtonProps) {
  return (
    <button type="button" className="btn" aria-label={label} onClick={() => void copyText(value, copied)}>
      <Copy size={16} strokeWidth={1.75} aria-hidden />
      {word !== undefined && <span className="max-[820px]:hidden">{word}</span>}
    </button>
  )
}
