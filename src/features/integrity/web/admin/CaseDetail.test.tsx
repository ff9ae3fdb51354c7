import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '#web/testing/mount.tsx'
import { adminCaseWith } from '../testing/answers.ts'
import { CaseDetail } from './CaseDetail.tsx'
import { selectionOf } from './selection.ts'

test.each([
  [true, 1],
  [false, 0],
])('the name of a trader leads to the public page where there is one (%s)', async (hasProfile, links) => {
  mount(
    <CaseDetail
      selected={adminCaseWith({ has_profile: hasProfile })}
      selection={selectionOf(new URLSearchParams())}
      onDecided={() => undefined}
    />,
  )
  await expect.element(page.getByText('Marta Ferrero (@marta.ferrero)')).toBeVisible()
  expect(page.getByRole('link', { name: 'Marta Ferrero (@marta.ferrero)' }).elements()).toHaveLength(links)
})
