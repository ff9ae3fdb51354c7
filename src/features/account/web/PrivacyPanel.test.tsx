import { useQuery } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { getProfile } from '#features/account/contract.ts'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { q } from '#web/api.ts'
import { createQueryClient } from '#web/query.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import accountSheet from './account.css?inline'
import { PrivacyPanel } from './PrivacyPanel.tsx'
import { profile } from './testing/account.ts'

withSheets(accountSheet)

const read = 'GET /api/account/profile'
const write = 'PUT /api/account/profile'
afterEach(() => vi.restoreAllMocks())

function Switch() {
  const { data } = useQuery({ ...q<typeof getProfile>(read, {}), staleTime: Infinity })
  return data === undefined ? null : <PrivacyPanel profile={data} />
}

function show(calls: Parameters<typeof serveCalls>[0]) {
  const requests = serveCalls(calls)
  mount(<Switch />, { seeds: [{ key: read, input: {}, data: profile }] })
  return requests
}

const control = () => page.getByRole('switch', { name: 'Nascondi gli importi' })
const written = (requests: ReturnType<typeof show>) =>
  requests.filter(({ key }) => key === write).map(({ body }) => body)

test('the switch explains what it hides, works at once, and can be undone', async () => {
  const requests = show({ [write]: ({ body }) => ({ body: { ...profile, ...(body as object) } }) })
  await expect.element(control()).not.toBeChecked()
  await expect
    .element(control())
    .toHaveAccessibleDescription(
      /Gli altri vedono N\/A.*Restano visibili.*ROI, win rate, Drawdown Max.*punti dell’equity restano/,
    )
  await userEvent.tab()
  await expect.element(control()).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.element(page.getByText('Importi nascosti.')).toBeVisible()
  await expect.element(control()).toBeChecked()
  await page.getByRole('button', { name: 'Annulla' }).click()
  await expect.element(page.getByText('Come prima.')).toBeVisible()
  await expect.element(control()).not.toBeChecked()
  await expect.element(control()).toHaveFocus()
  expect(written(requests)).toEqual([{ hide_amounts: true }, { hide_amounts: false }])
})

test('only the choice is read from the answer: fields saved meanwhile stay', async () => {
  const client = createQueryClient()
  serveCalls({
    [write]: () => {
      client.setQueryData([read, {}], { ...profile, bio: 'Salvata mentre si aspettava.' })
      return { body: { ...profile, hide_amounts: true } }
    },
  })
  mount(<Switch />, { seeds: [{ key: read, input: {}, data: profile }], client })
  await control().click()
  await expect.element(page.getByText('Importi nascosti.')).toBeVisible()
  expect(client.getQueryData([read, {}])).toMatchObject({ bio: 'Salvata mentre si aspettava.', hide_amounts: true })
})

test('on a slow network the choice shows at once, and is sent once', async () => {
  let release = () => {}
  const requests = show({
    [write]: async ({ body }) => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return { body: { ...profile, ...(body as object) } }
    },
  })
  await control().click()
  await expect.element(control()).toBeChecked()
  await expect.element(control()).toHaveAttribute('aria-busy', 'true')
  await control().click()
  expect(written(requests)).toHaveLength(1)
  release()
  await expect.element(page.getByText('Importi nascosti.')).toBeVisible()
})

test('a choice that is not saved is undone, explained, and can be sent again', async () => {
  let isUp = false
  const requests = show({
    [write]: ({ body }) =>
      isUp
        ? { body: { ...profile, ...(body as object) } }
        : { status: 500, body: { detail: 'Si è verificato un errore interno.' } },
  })
  await control().click()
  await expect.element(page.getByText('Scelta non salvata.')).toBeVisible()
  await expect.element(control()).not.toBeChecked()
  isUp = true
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(control()).toBeChecked()
  expect(page.getByText('Scelta non salvata.').elements()).toHaveLength(0)
  expect(written(requests)).toEqual([{ hide_amounts: true }, { hide_amounts: true }])
})
