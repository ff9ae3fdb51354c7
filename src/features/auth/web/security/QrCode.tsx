import { useId } from 'react'
import { encode } from 'uqr'

/** Drawn here from modules to one path, so that no other site gets the secret. Dark on light in both themes, as scanners want it. */
export function QrCode({ text }: { text: string }) {
  const id = useId()
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className="mt-3 size-[196px] rounded-md"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      aria-labelledby={id}
    >
      <title id={id}>Codice QR da inquadrare con l’app di autenticazione</title>
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
