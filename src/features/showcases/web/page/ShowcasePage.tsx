import { demoNotice } from '#features/integrity/level-texts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import type { Showcase } from '#features/showcases/contract.ts'
import { CtaButtons } from './CtaButtons.tsx'
import { Hero } from './Hero.tsx'
import { KeyFigures } from './KeyFigures.tsx'
import { Links, Resources } from './Links.tsx'
import { PreviewBanner } from './PreviewBanner.tsx'
import { Gallery, Story, Testimonials } from './Sections.tsx'
import { ignoreClick } from './reports.ts'
import type { Report } from './reports.ts'
import { Verified } from './Verified.tsx'

interface ShowcasePageProps {
  showcase: Showcase
  /** True as a part of another screen: its name is no page title, and nothing is counted. */
  preview?: boolean
  report?: Report
}

/** One showcase, rendered from its answer alone. The trader's texts stand beside the register's figures, which nobody can edit. */
export function ShowcasePage({ showcase, preview = false, report = ignoreClick }: ShowcasePageProps) {
  const Frame = preview ? 'div' : 'main'
  return (
    <Frame className="show" {...(!preview && { id: 'contenuto' })}>
      {showcase.owner_preview && !preview && <PreviewBanner showcase={showcase} />}
      <Hero showcase={showcase} preview={preview} report={report} />
      <div className="show-page">
        {showcase.is_ea_verified && !showcase.is_real_account && (
          <Alert tone="info" lead={demoNotice.lead}>
            {demoNotice.text}
          </Alert>
        )}
        <KeyFigures showcase={showcase} report={report} />
        <div className="show-columns">
          <CtaButtons showcase={showcase} preview={preview} report={report} />
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
