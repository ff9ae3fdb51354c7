import { Share2 } from 'lucide-react'
import { use } from 'react'
import type { Showcase } from '#features/showcases/contract.ts'
import { showcaseAddress } from '#features/showcases/rules/addresses.ts'
import { PageContext } from '#web/page.ts'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Report } from './reports.ts'

interface ShareButtonProps {
  showcase: Showcase
  name: string
  report: Report
}

/** Shares the page's address by the device's own dialog, else puts it on the clipboard. */
export function ShareButton({ showcase, name, report }: ShareButtonProps) {
  const { origin } = use(PageContext)
  const share = async () => {
    report({ type: 'share' })
    const url = origin + showcaseAddress(showcase.showcase_id)
    if (typeof navigator.share === 'function') {
      const isShared = await navigator.share({ title: `${name} su TopTrader`, text: showcase.title, url }).then(
        () => true,
        // A visitor who closes the device's own dialog cancels.
        (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
      )
      if (isShared) return
    }
    await navigator.clipboard.writeText(url).then(
      () => toast('Link copiato', 'ok'),
      () => toast(`Copia l’indirizzo della pagina: ${url}`, 'info'),
    )
  }
  return (
    <Button className="show-scripted" onClick={() => void share()}>
      <Share2 size={16} strokeWidth={1.75} aria-hidden />
      Condividi
    </Button>
  )
}
