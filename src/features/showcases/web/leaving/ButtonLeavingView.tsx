import type { QueryClient } from '@tanstack/react-query'
import { LeavingPage, leavingTitle, type ShownLink } from '#web/ui/leaving/LeavingPage.tsx'
import { unlistedHead } from '#web/view-head.ts'
import type { ViewModule, ViewParams } from '#web/view.ts'
import type { Showcase } from '../../contract.ts'
import { buttonAddress, showcaseAddress } from '../../rules/addresses.ts'
import { nameOf } from '../page/names.ts'
import { showcaseOf, useShowcase } from '../page/showcase-query.ts'
import { shownButtons } from '../page/shown-buttons.ts'

export const view: ViewModule = {
  screen: ButtonLeavingView,
  head: (_, { showcase_id: id = '', position = '' }) => unlistedHead(leavingTitle, buttonAddress(id, position)),
  status: (params: ViewParams, answers: QueryClient) =>
    shownLink(showcaseOf(params, answers), params['position']) === null ? 404 : 200,
}

/** The button's link as the showcase shows it now. The page's own address names the button, and never its target. */
function shownLink(showcase: Showcase | undefined, position = ''): ShownLink | null {
  if (showcase === undefined) return null
  const button = shownButtons(showcase).find((each) => String(each.position) === position)
  return button === undefined ? null : { target: button.url, author: nameOf(showcase) }
}

/** The page between a button of a showcase and the site that it leads to. */
export function ButtonLeavingView({ showcase_id: id = '', position = '' }: ViewParams) {
  const answer = useShowcase(id)
  const from = showcaseAddress(id)
  return (
    <LeavingPage
      link={shownLink(answer.data, position)}
      answer={answer}
      from={from}
      missing={
        answer.data === undefined
          ? { text: 'La vetrina del link non è pubblica.', href: '/?view=vetrine', action: 'Guarda le vetrine' }
          : { text: 'La vetrina non mostra questo link.', href: from, action: 'Torna alla vetrina' }
      }
    />
  )
}
