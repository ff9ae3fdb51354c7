import { Share2 } from 'lucide-react'
import { use } from 'react'
import { PageContext } from '../page.ts'
import { toast } from '../toasts.ts'
import { Button } from './Button.tsx'

interface ShareButtonProps {
  /** Path of the page on this site. */
  path: string
  title: string
  text: string
  onShare?: () => void
}

/** Shares a page by the device's own dialog, else puts its address on the clipboard. */
export function ShareButton({ path, title, text, onShare }: ShareButtonProps) {
  const { origin } = use(PageContext)
  const share = async () => {
    onShare?.()
    const url = origin + path
    if (typeof navigator.share === 'function') {
      const isShared = await navigator.share({ title, text, url }).then(
        () => true,
        // A visitor who closes the device's own dialog cancels.
        (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
      )
      if (isShared) return
    }
    // A page that is not served over https has no clipboard.
    await Promise.resolve()
      .then(() => navigator.clipboard.writeText(url))
      .then(
        () => toast('Link copiato', 'ok'),
        () => toast(`Copia l’indirizzo della pagina: ${url}`, 'info'),
      )
  }
  return (
    <Button className="noscript:hidden" onClick={() => void share()}>
      <Share2 size={16} strokeWidth={1.75} aria-hidden />
      Condividi
    </Button>
  )
}
