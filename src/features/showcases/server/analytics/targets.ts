import { linkNames, type ShowcaseContent } from '../../rules/fields.ts'
import type { ClickType } from '../../analytics-contract.ts'

/** A click as it was reported. */
export interface Clicked {
  type: ClickType
  target: string
  /** From 1; 0 where it was not told. */
  position: number
}

/** What a showcase holds that can be clicked. */
export interface Offer {
  content: ShowcaseContent
  /** Of the account, where the showcase has none of its own. */
  myfxbook_url: string | null
}

/** Name of a document without a title of its own. */
const documentName = 'Guida Trading'

/**
 * What was clicked, under the name that it is counted by: the text of a button, the name of a link, the title of a document. Null
 * where the public version has no such thing: nobody fills an owner's figures with words of their own.
 */
export function offered(clicked: Clicked, { content, myfxbook_url }: Offer): Clicked | null {
  const once = (target: string | null) => (target === null ? null : { type: clicked.type, target, position: 0 })
  switch (clicked.type) {
    case 'cta':
      return button(clicked, content)
    case 'link': {
      const name = linkNames.find((each) => each === clicked.target || each === `${clicked.target}_url`)
      return once(name !== undefined && content.links[name] !== null ? name : null)
    }
    case 'share':
      return once('')
    case 'myfx_click':
      return once((content.links.myfxbook_url ?? myfxbook_url) === null ? null : '')
    case 'video':
      return once(content.content.video_url === null ? null : '')
    case 'pdf':
      return once(content.content.pdf_download_url === null ? null : content.content.pdf_title || documentName)
  }
}

/** By its place and text, by its text alone, or by its index from 0. */
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
