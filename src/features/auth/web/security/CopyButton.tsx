import { Copy } from 'lucide-react'
import { toast } from '#web/toasts.ts'
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
    <Button size="sm" onClick={() => void copy(text, copied)}>
      <Copy size={15} strokeWidth={1.75} aria-hidden />
      {label}
    </Button>
  )
}

/** A page that is not served over https has no clipboard, and a browser may refuse it. */
async function copy(text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(copied, 'ok')
  } catch {
    toast('Copia non riuscita: seleziona il testo e copialo a mano.', 'warn')
  }
}
