import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useSessionChange } from '#web/session.ts'
import { writeToken } from '#web/storage/token.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import authSheet from '#features/auth/web/auth.css?inline'
import { BrokerServerField } from './BrokerServerField.tsx'
import { empty } from './draft.ts'
import type { Registration } from './registration.ts'

withSheets(authSheet)

function Scene({ onSent }: { onSent: (server: string) => void }) {
  const { control, handleSubmit } = useForm<Registration>({ defaultValues: empty })
  return (
    <form onSubmit={(event) => void handleSubmit((values) => onSent(values.broker_server))(event)}>
      <BrokerServerField label="Server del broker" control={control} />
      <button type="submit">Invia</button>
    </form>
  )
}

const field = () => page.getByLabelText('Server del broker')

async function ready(answer: () => Promise<Response>) {
  const calls = vi.spyOn(window, 'fetch').mockImplementation(answer)
  const onSent = vi.fn<(server: string) => void>()
  mount(<Scene onSent={onSent} />)
  await expect.element(field()).toHaveAttribute('role', 'combobox')
  return { calls, onSent }
}
const answering = (servers: string[]) => () => Promise.resolve(Response.json({ servers }))

afterEach(() => {
  vi.restoreAllMocks()
  writeToken(null)
})

test('known servers are suggested from two letters on, and chosen by arrows', async () => {
  const { calls, onSent } = await ready(answering(['ICMarketsSC-Live07', 'ICMarketsSC-Live12']))
  await field().fill('i')
  await field().fill('icm')
  await expect.element(page.getByRole('option', { name: 'ICMarketsSC-Live12' })).toBeVisible()
  expect(calls.mock.calls.map(([path]) => path)).toEqual(['/api/broker-servers?q=icm'])
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(field()).toHaveValue('ICMarketsSC-Live12')
  expect(onSent).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onSent.mock.calls).toEqual([['ICMarketsSC-Live12']])
})

test('any other text stays, and Enter sends it', async () => {
  const { onSent } = await ready(answering(['ICMarketsSC-Live07']))
  await field().fill('ICM')
  await expect.element(page.getByRole('option')).toBeVisible()
  await field().fill('ICMio-Server')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onSent.mock.calls).toEqual([['ICMio-Server']])
  await expect.element(field()).toHaveValue('ICMio-Server')
})

test('the sign-in that ends a registration asks for no servers again', async () => {
  const calls = vi.spyOn(window, 'fetch').mockImplementation(answering(['ICMarketsSC-Live07']))
  const another = vi.fn<() => Promise<string>>(async () => 'answer')
  function Frame() {
    useSessionChange()
    useQuery({ queryKey: ['another'], queryFn: another })
    return <Scene onSent={() => undefined} />
  }
  mount(<Frame />)
  await expect.element(field()).toHaveAttribute('role', 'combobox')
  await field().fill('icm')
  await expect.element(page.getByRole('option')).toBeVisible()
  writeToken('token')
  // Everything that a session may change is read again.
  await expect.poll(() => another.mock.calls.length).toBe(2)
  expect(calls.mock.calls.map(([path]) => path)).toEqual(['/api/broker-servers?q=icm'])
})

test.each([
  ['no answer', () => Promise.reject(new TypeError('offline'))],
  ['a refusal', () => Promise.resolve(Response.json({ detail: 'Troppe richieste.' }, { status: 429 }))],
  ['an answer that never comes', () => new Promise<Response>(() => undefined)],
  ['nobody known', answering([])],
])('with %s it is a plain field', async (_, answer) => {
  const { calls, onSent } = await ready(answer)
  await field().fill('Broker-Live')
  await expect.poll(() => calls.mock.calls.length).toBeGreaterThan(0)
  expect(page.getByRole('option').elements()).toHaveLength(0)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onSent.mock.calls).toEqual([['Broker-Live']])
})
