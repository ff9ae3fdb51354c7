import { payNeedsScript } from '../texts.ts'

/** The screen's geometry while the price list loads. */
export function PlansSkeleton() {
  return (
    <div className="mt-6" aria-busy="true">
      <output className="text-ui text-ink-2">Caricamento piani...</output>
      <noscript>
        <p className="mt-3 font-medium">{payNeedsScript}</p>
      </noscript>
      <div className="main-side mt-3">
        <div className="plans">
          <span className="skeleton h-[238px]" />
          <span className="skeleton h-[238px]" />
          <span className="skeleton h-[238px]" />
        </div>
        <span className="skeleton h-[356px]" />
      </div>
    </div>
  )
}
