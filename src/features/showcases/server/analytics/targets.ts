import { linkNames, type ShowcaseContent } from '../../rules/fields.ts'
import type { ClickType } from '../../analytics-contract.ts'

/** A click as it was reported. */
export interface Clicked {
  type: ClickType
  target: string
  /** From 1; 0 where it was not reported. */
  position: number
}

/** Targets of a showcase that can be clicked. */
export interface Clickable {
  content: ShowcaseContent
  /** The account's link: the showcase shows its own while it is the same. */
  myfxbook_url: string | null
}

/** Name of a document without a title of its own. */
const documentName = 'Guida Trading'

/**
 * The clicked target under its counted name: the text of a button, the name of a link, the title of a document. Null where the public
 * version has no such target: a caller cannot put a text of its own into an owner's figures.
 */
export function clickedTarget(clicked: Clicked, { content, myfxbook_url }: Clickable): Clicked | null {
  const single = (target: string | null) => (target === null ? null : { type: clicked.type, target, position: 0 })
  switch (clicked.type) {
    case 'cta':
      return button(clicked, content)
    case 'link': {
      const name = linkNames.find((each) => each === clicked.target || each === `${clicked.target}_url`)
      if (name === 'myfxbook_url' && content.links.myfxbook_url !== myfxbook_url) return null
      return single(name !== undefined && content.links[name] !== null ? name : null)
    }
    case 'share':
      return single('')
    case 'myfx_click':
      return single(content.links.myfxbook_url !== null && content.links.myfxbook_url === myfxbook_url ? '' : null)
    case 'video':
      return single(content.content.video_url === null ? null : '')
    case 'pdf':
      return single(content.content.pdf_download_url === null ? null : content.content.pdf_title || documentName)
  }
}

/** Finds a button by its place and text, by its text alone, or by its index from 0. */
function button({ target, position }: Clicked, { cta_buttons: buttons }: ShowcaseContent): Clicked | null {
  const isPublic = (index: number) => (buttons[index]?.text ?? '') !== '' && (buttons[index]?.url ?? null) !== null
  const named = (index: number) => buttons[index]?.text === target && isPublic(index)
  const index = named(position - 1)
    ? position - 1
    : Math.max(
        buttons.findIndex((_button, at) => named(at)),
        /^\d{1,2}$/.test(target) ? Number(target) : -1,
      )
  return isPublic(index) ? { type: 'cta', target: buttons[index]?.text ?? '', position: index + 1 } : null
}
