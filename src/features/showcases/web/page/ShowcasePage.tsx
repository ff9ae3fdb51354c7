import type { Showcase } from '#features/showcases/contract.ts'
import { Calls } from './Calls.tsx'
import { Hero } from './Hero.tsx'
import { KeyFigures } from './KeyFigures.tsx'
import { Links, Resources } from './Links.tsx'
import { PreviewBanner } from './PreviewBanner.tsx'
import { Gallery, Story, Testimonials } from './Sections.tsx'
import { silent } from './reports.ts'
import type { Report } from './reports.ts'
import { Verified } from './Verified.tsx'

interface ShowcasePageProps {
  showcase: Showcase
  /** Part of another screen: its title is none of the page's, and nothing is counted. */
  preview?: boolean
  report?: Report
}

/** One showcase, of its answer alone. What the trader wrote stands beside what the register knows; the latter nobody edits. */
export function ShowcasePage({ showcase, preview = false, report = silent }: ShowcasePageProps) {
  const Frame = preview ? 'div' : 'main'
  return (
    <Frame className="show" {...(!preview && { id: 'contenuto' })}>
      {showcase.owner_preview && !preview && <PreviewBanner showcase={showcase} />}
      <Hero showcase={showcase} preview={preview} report={report} />
      <div className="show-page">
        <KeyFigures showcase={showcase} report={report} />
        <div className="show-columns">
          <Calls showcase={showcase} report={report} />
          <div className="show-main">
            <Verified showcase={showcase} />
            <Story showcase={showcase} />
            <Gallery showcase={showcase} />
            <Testimonials showcase={showcase} />
          </div>
          <div className="show-side">
            <Links showcase={showcase} report={report} />
            <Resources showcase={showcase} report={report} />
          </div>
        </div>
      </div>
    </Frame>
  )
}
