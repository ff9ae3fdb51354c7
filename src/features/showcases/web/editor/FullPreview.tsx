import type { ShowcaseContent } from '#features/showcases/rules/fields.ts'
import type { ShowcasePage } from '../page/ShowcasePage.tsx'
import type { OwnShowcase } from './save.ts'

interface FullPreviewProps {
  /** The public page's own drawing: it stands in the chunk of that view, which visitors fetch whole. */
  Page: typeof ShowcasePage
  /** The content without the values that would be refused. */
  content: ShowcaseContent
  saved: OwnShowcase
  /** The account's own picture. */
  avatar: string | null
}

/** The public page with the present content of the editor. */
export function FullPreview({ Page, content, saved, avatar }: FullPreviewProps) {
  const { profile, links } = content
  return (
    <div className="preview-page">
      <Page
        preview
        showcase={{
          ...saved,
          ...content,
          title: profile.subtitle,
          description: profile.description,
          bio_extended: profile.bio_extended,
          services: content.content.services,
          avatar_url: profile.profile_image_url ?? avatar,
          banner_url: profile.cover_image_url,
          has_myfxbook: links.myfxbook_url !== null,
          myfxbook_url: links.myfxbook_url,
          myfxbook_matched: saved.myfxbook_matched && links.myfxbook_url === saved.myfxbook_url,
        }}
      />
    </div>
  )
}
