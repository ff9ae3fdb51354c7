import { ChevronDown, Scale } from '#web/ui/icons.tsx'
import { Suspense, lazy, memo } from 'react'

// The document holds the text and it never changes, so the browser loads its code only when a visitor opens the box.
// React leaves the server's markup alone until then.
let open: () => void = () => undefined
const opened = new Promise<void>((resolve) => {
  open = resolve
})
const Body = import.meta.env.SSR
  ? (await import('./MethodBody.tsx')).MethodBody
  : lazy(async () => {
      await opened
      // A whole module, not `(await import(…)).MethodBody`: the build wraps that in code which weighs on the first view.
      const module = await import('./MethodBody.tsx')
      return { default: module.MethodBody }
    })

/** "Come viene calcolata la classifica?", native: it opens without JavaScript. */
export const Method = memo(function Method() {
  return (
    <details className="method" id="metodo" onToggle={open}>
      <summary>
        <Scale size={18} />
        Come viene calcolata la classifica?
        <ChevronDown size={18} />
      </summary>
      <Suspense fallback={<p className="method-note pb-4">Caricamento...</p>}>
        <Body />
      </Suspense>
    </details>
  )
})
