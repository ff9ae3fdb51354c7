import * as format from '#shared/format/format.ts'
import { Delta } from '#web/ui/figures/Delta.tsx'
import { Avatar } from '#web/ui/Guilloche.tsx'

/** An example of a showcase, labelled as one. */
export function Certificate() {
  return (
    <figure className="max-[1139px]:hidden">
      <div className="certificate">
        <div className="certificate-band" />
        <div className="px-[22px] pb-5">
          <div className="relative -mt-8">
            <Avatar name="Marta Ferrero" size={64} />
          </div>
          <p className="bodoni mt-2.5 text-[24px] leading-[30px]">Oro in sessione europea</p>
          <p className="mt-3 flex justify-between gap-4 border-t border-line pt-3 text-ui">
            <Delta value={184.32} text={format.resultPercent(184.32)} />
            <span className="figures">{format.sharePercent(71.4)}</span>
            <span className="figures">{format.counted(1284, 'operazione', 'operazioni')}</span>
          </p>
        </div>
      </div>
      <figcaption className="mt-2 text-label text-ink-2">Esempio di vetrina: trader e cifre sono inventati.</figcaption>
    </figure>
  )
}
