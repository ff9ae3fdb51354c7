import { Copy } from 'lucide-react'
import { copyText } from '#web/copy-text.ts'
import { Button } from '#web/ui/Button.tsx'

interface CopyButtonProps {
  text: string
  /** The purpose of the button: "Copia la chiave". */
  label: string
  /** Announced when the text is in the clipboard. */
  copied: string
}

export function CopyButton({ text, label, copied }: CopyButtonProps) {
  return (
    <Button size="sm" onClick={() => void copyText(text, copied)}>
      <Copy size={15} strokeWidth={1.75} aria-hidden />
      {label}
    </Button>
  )
}
