import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '#web/testing/mount.tsx'
import { serve, userWith } from './testing/users.ts'
import { UserDetail } from './UserDetail.tsx'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['unasked', 'Mai confermata: registrato quando il sito non inviava posta'],
  ['awaited', 'Da confermare: fino ad allora nulla è pubblico'],
  ['proven', 'Confermata'],
] as const)('an e-mail whose proof is %s is one in words', async (proof, words) => {
  serve()
  mount(<UserDetail user={userWith({ email_proof: proof })} />)
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
})
